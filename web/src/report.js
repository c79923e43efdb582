// The data of the page (its shape is described in ../README.md), and how it is named and coloured.

export function loadReport() {
  const data = JSON.parse(document.getElementById('report-data').textContent);
  return data.format === 'holdfast-report' ? data : null;
}

// Rows and recordings are deflated JSON in base64, in elements of their own: unpacked when they are
// looked at, so that a large report opens as quickly as a small one.
async function unpack(name) {
  const element = document.querySelector(`script[data-part="${CSS.escape(name)}"]`);
  const text = atob(element.textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

const kept = new Map();
// The episodes of an arm by columns: {seed: [...], discounted: [...], ...}.
export function loadRows(arm) {
  if (!kept.has(arm.rows)) kept.set(arm.rows, unpack(arm.rows));
  return kept.get(arm.rows);
}

const RECORDING_VERSION = 2;

export async function loadRecording(part) {
  const recording = await unpack(part);
  if (recording.version !== RECORDING_VERSION) {
    throw new Error(
      `its format is version ${recording.version}, and this page reads ${RECORDING_VERSION}; play the episode again`,
    );
  }
  return recording;
}

// The paper's colours for its heuristics, where a series is one of them; others follow in order.
const KNOWN = [
  [/^pure|^none/i, 1],
  [/timed/i, 2],
  [/local/i, 3],
  [/pref/i, 4],
  [/triv/i, 5],
  [/ais/i, 6],
];
const OTHERS = [7, 8, 9, 1, 2, 3, 4, 5, 6];

export function colourIndex(labels, label) {
  const known = (text) => KNOWN.find(([pattern]) => pattern.test(text))?.[1];
  const own = known(label);
  if (own && labels.find((l) => known(l) === own) === label) return own;
  const taken = new Set(labels.map(known));
  const free = OTHERS.filter((i) => !taken.has(i));
  const rest = labels.filter((l) => !known(l) || labels.find((m) => known(m) === known(l)) !== l);
  return free[rest.indexOf(label) % free.length] ?? 9;
}

const AXIS_NAMES = {
  size: 'grid size N',
  sims: 'simulations per step',
  time: 'seconds per step',
  lower: 'lower bound',
  upper: 'upper bound',
  rocks: 'rocks M',
};
export const axisName = (name) => AXIS_NAMES[name] ?? name.replaceAll('_', ' ').replaceAll('-', ' ');

export const seriesAxes = (experiment) => experiment.axes.filter((a) => a.name !== experiment.x);

export function seriesLabel(experiment, arm) {
  const parts = seriesAxes(experiment).map((a) => arm.point[a.name]);
  return parts.length ? parts.join(' · ') : `${arm.planner}, ${arm.guide}`;
}

export const armLabel = (experiment, arm) =>
  experiment.axes.map((a) => `${axisName(a.name)} ${arm.point[a.name]}`).join(' · ');

// Two significant digits of the uncertainty decide how many digits a mean deserves.
function digits(uncertainty) {
  let count = 0;
  for (let u = uncertainty; u > 0 && u < 9.5 && count < 4; u *= 10) ++count;
  return count;
}

// The uncertainty of one episode is not known (null), and nothing stands for it.
function formatValue(value, uncertainty, metric) {
  if (metric?.unit === 's') {
    const [factor, unit] = Math.abs(value) < 0.9 ? [1e3, 'ms'] : [1, 's'];
    const d = uncertainty > 0 ? Math.max(digits(uncertainty * factor), value * factor < 10 ? 2 : 1) : 2;
    return { mean: (value * factor).toFixed(d), error: uncertainty === null ? null : (uncertainty * factor).toFixed(d), unit };
  }
  const d = uncertainty > 0 ? digits(uncertainty) : Number.isInteger(value) ? 0 : 2;
  return { mean: value.toFixed(d), error: uncertainty === null ? null : uncertainty.toFixed(d), unit: '' };
}

export function formatStatistics(s, metric) {
  if (!s || s.n === 0) return '–';
  const { mean, error, unit } = formatValue(s.mean, s.ci95, metric);
  return `${mean}${error === null ? '' : ` ± ${error}`}${unit ? ` ${unit}` : ''}`;
}

export function formatPaper(p, metric) {
  if (metric?.unit === 's') return `${p.mean}${p.error !== undefined ? ` ± ${p.error}` : ''} s`;
  return `${p.mean}${p.error !== undefined ? ` ± ${p.error}` : ''}`;
}
