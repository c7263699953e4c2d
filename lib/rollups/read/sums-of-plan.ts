import type { DayCounts } from "../counts";
import { emptyDay, type Labels, noLabels } from "../sums";
import type { Plan, RollState } from "./plan";

/** What is summed up while the sources of a plan are read. */
export interface Sums {
  /** By place in the plan's days. */
  days: DayCounts[];
  /** Scans of each code, by interval. */
  codes: Labels[];
}

export function startSums(plan: Plan): Sums {
  return { days: plan.days.map(({ day }) => emptyDay(day)), codes: plan.isExact.map(noLabels) };
}

/** A plan at work. */
export interface Reading {
  plan: Plan;
  state: RollState;
  sums: Sums;
}
