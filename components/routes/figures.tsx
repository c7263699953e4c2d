import { useState } from "react";
import type { Route } from "@/lib/routes";
import { FilterChoice } from "../ui/filter-choice";
import { describeTargets, formatShare } from "./sentence";
import { findLeader, type Trials, wilsonInterval } from "./significance";

/** Scans and goals of a code's last 30 days. */
export interface RouteFigures {
  /** All scans, those that no rule led included. */
  total: number;
  /** Scans by the id of their rule. */
  routes: Record<string, number>;
  /** Scans by `<rule's id>/<entry's name>`. */
  variants: Record<string, number>;
  goals: readonly { name: string; count: number; variants: Record<string, number> }[];
}

/** How many of the code's scans a rule led. */
export function formatRouteShare({ total, routes }: RouteFigures, id: string): string {
  const scans = routes[id] ?? 0;
  if (total === 0) return "No scans in the last 30 days";
  return `${formatShare(scans / total)} of scans, ${count(scans)} in the last 30 days`;
}

const count = (value: number): string => value.toLocaleString("en-GB");

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
              <td className="py-1 pr-3 text-right">{count(entry.trials)}</td>
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
