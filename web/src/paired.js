// Differences of two arms on the seeds that both have, with a 95 % interval (Student's t).

const T95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
// Beyond the table by the first terms of Fisher's expansion, right to three digits.
export const student = (degrees) => T95[degrees - 1] ?? 1.95996 + 2.37227 / degrees + 2.8225 / degrees ** 2;

// Rows of the arms of a study have the same seeds in the same order, but for those that are missing.
function paired(rows, others, metric) {
  const [ours, theirs] = [rows[metric], others[metric]];
  if (rows.seed.length === others.seed.length && rows.seed.every((seed, i) => seed === others.seed[i])) {
    return ours.map((value, i) => value - theirs[i]);
  }
  const place = new Map(others.seed.map((seed, i) => [seed, i]));
  return ours.map((value, i) => value - theirs[place.get(rows.seed[i])]).filter((d) => !Number.isNaN(d));
}

// Of the rows of two arms: {n, mean, ci95}, as the statistics of arms are; null without a pair.
export function pairedDifference(rows, others, metric) {
  const differences = paired(rows, others, metric);
  const n = differences.length;
  if (n === 0) return null;
  const mean = differences.reduce((sum, d) => sum + d, 0) / n;
  const squares = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  return { n, mean, ci95: n > 1 ? student(n - 1) * Math.sqrt(squares / (n - 1) / n) : null };
}
