// Scenes (docs/recordings.md describes them), and how any of them is drawn.

export const EMPTY = { width: 0, height: 0, kinds: [], ground: [], marks: [], heat: [], chances: [], notes: [] };

// A tone's colour; the same for marks, heat and legend.
const TONES = {
  plain: 'var(--muted)',
  agent: 'var(--c1)',
  good: 'var(--good)',
  bad: 'var(--c4)',
  goal: 'var(--accent)',
  item: 'var(--c2)',
};
export function toneColour(kind) {
  if (kind.shape === 'block' && kind.tone === 'plain') return 'var(--wall)';
  return TONES[kind.tone] ?? TONES.plain;
}

// Every kind that a recording shows, so that the legend stays still while it plays.
export function kindsOf(scenes) {
  const kinds = new Map();
  for (const scene of scenes) for (const kind of scene.kinds) if (!kinds.has(kind.name)) kinds.set(kind.name, kind);
  return [...kinds.values()];
}

export const heatsOf = (scenes) => [...new Set(scenes.flatMap((scene) => scene.heat.map((h) => h.kind)))];

export const chancesOf = (scene) => [...scene.marks.flatMap((m) => (m.chance ? [m.chance] : [])), ...scene.chances];

// "at(e1,f2)" is the row f2 of the column at(e1); sentences are neither.
function placeOf(says) {
  const found = /^([^ (]+)\(([^ ]*)\)$/.exec(says);
  if (!found) return null;
  const objects = found[2].split(',');
  const row = objects.pop();
  return { column: objects.length ? `${found[1]}(${objects})` : found[1], row };
}

// What is said alike of several objects and has no cell in the picture, as tables (as
// play/chance_table.h makes them for terminals): [{title, columns, rows, cells: chances by row}].
export function tablesOf(scene) {
  const columns = new Map();
  for (const chance of scene.chances) {
    const place = placeOf(chance.says);
    if (!place) continue;
    if (!columns.has(place.column)) columns.set(place.column, { name: place.column, rows: [], cells: [] });
    columns.get(place.column).rows.push(place.row);
    columns.get(place.column).cells.push(chance);
  }
  const together = Map.groupBy([...columns.values()].filter((c) => c.rows.length > 1), (c) => c.rows.join());
  return [...together.values()].map((group) => {
    const parts = group.map((c) => /^(.*)\((.*)\)$/.exec(c.name));
    const alike = group.length > 1 && parts.every((p) => p && p[1] === parts[0][1]);
    return {
      title: alike ? parts[0][1] : '',
      columns: alike ? parts.map((p) => p[2]) : group.map((c) => c.name),
      rows: group[0].rows,
      cells: group[0].rows.map((_, i) => group.map((c) => c.cells[i])),
    };
  });
}

// Everything that is believed in an episode, by what it says: {says, believed: [...], truth: [...]},
// a value for each scene. Of what may be anywhere it is how sure the agent is of the likeliest cell.
export function beliefsOf(scenes) {
  const rows = new Map();
  const at = (says, i) => {
    if (!rows.has(says)) rows.set(says, { says, believed: Array(scenes.length), truth: Array(scenes.length) });
    return (field, value) => (rows.get(says)[field][i] = value);
  };
  scenes.forEach((scene, i) => {
    for (const chance of chancesOf(scene)) {
      const set = at(chance.says, i);
      set('believed', chance.believed);
      set('truth', chance.truth);
    }
    for (const heat of scene.heat) {
      at(`${heat.kind}: the likeliest cell`, i)('believed', Math.max(0, ...heat.cells.map((c) => c[2])));
    }
  });
  return [...rows.values()];
}

export const tellsTruth = (scene) =>
  scene.kinds.some((k) => k.hidden) || chancesOf(scene).some((c) => c.truth !== undefined);

export function agentOf(scene) {
  const agents = new Set(scene.kinds.filter((k) => k.tone === 'agent').map((k) => k.name));
  return scene.marks.find((m) => agents.has(m.kind));
}

const LONGEST_TRAIL = 40;

// The way of the agent as an SVG path, without lines where it jumped (a passage to the other side).
export function trailPath(scenes) {
  const height = scenes.at(-1).height;
  const way = scenes.slice(-LONGEST_TRAIL).map(agentOf).filter(Boolean);
  const near = (a, b) => a && Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= 1;
  return way.map((c, i) => `${near(way[i - 1], c) ? 'L' : 'M'}${c.x + 0.5} ${height - c.y - 0.5}`).join(' ');
}

// The ground colour at 50 %, green or red as the belief grows sure.
export function chanceColour(believed, ground) {
  const share = Math.round(Math.abs(believed - 0.5) * 150 + 6);
  return `color-mix(in srgb, ${believed >= 0.5 ? 'var(--good)' : 'var(--bad)'} ${share}%, var(${ground}))`;
}

export const percent = (p) => (p > 0 && p < 0.01 ? '< 1 %' : `${Math.round(100 * p)} %`);

export function chanceText(chance, truth) {
  const parts = [];
  if (chance.believed !== undefined) parts.push(`believed ${percent(chance.believed)}`);
  if (truth && chance.truth !== undefined) parts.push(chance.truth ? 'true' : 'false');
  return parts.length ? `${chance.says}: ${parts.join(', ')}` : chance.says;
}
