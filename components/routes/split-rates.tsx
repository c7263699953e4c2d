"use client";

import { useState } from "react";
import type { Route } from "@/lib/routes";
import { formatCount } from "../ui/counts";
import { FilterChoice } from "../ui/filter-choice";
import { describeTargets, formatShare } from "./sentence";
import type { RouteFigures } from "./shares";

interface SplitRatesProps {
  route: Route;
  figures: RouteFigures;
}

/** What the entries of a split reach, and whether one of them is ahead. */
export function SplitRates({ route, figures }: SplitRatesProps) {
  const goals = figures.goals.toSorted((one, other) => other.count - one.count);
  const [chosen, setChosen] = useState<string | null>(null);
  const goal = goals.find(({ name }) => name === chosen) ?? goals[0];
  const entries = describeTargets(route).map(({ name }) => {
    const key = `${route.id}/${name}`;
    return { name, successes: goal?.variants[key] ?? 0, trials: figures.variants[key] ?? 0 };
  });
  if (entries.every(({ trials }) => trials === 0)) return null;
  return (
    <div className="mt-2 text-small">
      {goals.length > 1 && (
        <FilterChoice
          label="Goal"
          choices={goals.map(({ name }) => ({ value: name, name }))}
          value={goal?.name ?? ""}
          onChoose={setChosen}
          className="md:w-fit"
        />
      )}
      <table className="mt-1 w-full max-w-md text-left">
        <caption className="sr-only">
          Scans{goal && ` and rate of the goal ${goal.name}`} by address, last 30 days
        </caption>
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className="py-1 pr-3 font-normal">
              Address
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-normal">
              Scans
            </th>
            {goal && (
              <th scope="col" className="py-1 text-right font-normal">
                {goal.name}, 95% interval
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.name} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 font-medium [overflow-wrap:anywhere]">
                {entry.name}
              </th>
              <td className="py-1 pr-3 text-right">{formatCount(entry.trials)}</td>
              {goal && <td className="py-1 text-right">{formatRate(entry)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {goal && <p className="mt-1.5 text-ink-2">{judge(entries)}</p>}
    </div>
  );
}

function formatRate(entry: Trials): string {
  if (entry.trials === 0) return "–";
  const { low, high } = wilsonInterval(entry);
  const [from, to] = [low, high].map((share) => formatShare(share).replace("%", ""));
  return `${formatShare(entry.successes / entry.trials)} (${from}–${to}%)`;
}

/** The verdict on a split, by a z test at 5 %. */
function judge(entries: readonly (Trials & { name: string | null })[]): string {
  const leader = findLeader(entries);
  const name = leader === null ? null : entries[leader]?.name;
  return name ? `“${name}” is ahead: the difference is significant at 5%.` : "No significant difference yet.";
}

/** Standard normal quantile of 97.5 %: intervals are at the level of 95 %. */
const z95 = 1.959963984540054;

interface Trials {
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
