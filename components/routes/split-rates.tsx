"use client";

import { useState } from "react";
import type { Route } from "@/lib/routes";
import { formatCount } from "../ui/counts";
import { FilterChoice } from "../ui/filter-choice";
import { describeTargets, formatShare } from "./sentence";
import type { RouteFigures } from "./shares";
import { findLeader, type Trials, wilsonInterval } from "./significance";

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
