// Differences of two arms on the seeds that both have, with a 95 % interval (Student's t).

const T95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
// Beyond the table by the first terms of Fisher's expansion, right to three digits.
export const student = (degrees) => T95[degrees - 1] ?? 1.95996 + 2.37227 / degrees + 2.8225 / degrees ** 2;

// Of the rows of two arms: {n, mean, ci95}, as the statistics of arms are; null without a pair.
export function pairedDifference(rows, others, metric) {
  const theirs = new Map(others.seed.map((seed, i) => [seed, others[metric][i]]));
  const differences = rows.seed.flatMap((seed, i) => (theirs.has(seed) ? [rows[metric][i] - theirs.get(seed)] : []));
  const n = differences.length;
  if (n === 0) return null;
  const mean = differences.reduce((sum, d) => sum + d, 0) / n;
  const squares = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  return { n, mean, ci95: n > 1 ? student(n - 1) * Math.sqrt(squares / (n - 1) / n) : null };
}
