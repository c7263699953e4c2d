/** Standard normal quantile of 97.5 %: intervals are at the level of 95 %. */
const z95 = 1.959963984540054;

export interface Trials {
  /** Scans that reached the goal. */
  successes: number;
  trials: number;
}

/**
 * The 95 % interval of a rate, both ends as fractions; 0 to 1 without trials. E. B. Wilson, "Probable inference, the law of
 * succession, and statistical inference", JASA 22 (1927), 209–212.
 */
export function wilsonInterval({ successes, trials }: Trials): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = successes / trials;
  const square = z95 ** 2;
  const centre = rate + square / (2 * trials);
  const reach = z95 * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials ** 2));
  const scale = 1 + square / trials;
  return { low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}

/**
 * Two-sided p-value of the two-proportion z test with a pooled rate. Null where the normal approximation does not hold:
 * under 5 expected successes or failures on a side. Fleiss, Levin and Paik, "Statistical Methods for Rates and
 * Proportions", 3rd edition (2003), §3.1.
 */
export function compareRates(one: Trials, other: Trials): number | null {
  const pooled = (one.successes + other.successes) / (one.trials + other.trials);
  const smaller = Math.min(one.trials, other.trials);
  if (!(smaller * Math.min(pooled, 1 - pooled) >= 5)) return null;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.trials + 1 / other.trials));
  const z = Math.abs(one.successes / one.trials - other.successes / other.trials) / error;
  return complementaryError(z / Math.SQRT2);
}

/**
 * Place of the entry whose rate is significantly above each other one's at 5 %, by Bonferroni's correction for all pairs;
 * null where there is none yet.
 */
export function findLeader(entries: readonly Trials[]): number | null {
  const rate = ({ successes, trials }: Trials) => (trials === 0 ? 0 : successes / trials);
  const [best, ...others] = entries
    .map((entry, place) => ({ entry, place }))
    .sort((one, other) => rate(other.entry) - rate(one.entry));
  if (best === undefined || others.length === 0) return null;
  const level = 0.05 / ((entries.length * others.length) / 2);
  const isAhead = others.every(({ entry }) => (compareRates(best.entry, entry) ?? 1) < level);
  return isAhead ? best.place : null;
}

/** erfc for x ≥ 0, to 1.5e-7. Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 7.1.26. */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return t * terms.reduce((sum, term) => sum * t + term, 0) * Math.exp(-(x ** 2));
}
