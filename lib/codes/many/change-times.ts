import type { Caller } from "@/lib/accounts/schema";
import type { CodeRow } from "../rows";
import type { ManyOutcome, StateMove, TimeRules } from "../schema";
import { changeEach } from "./change-each";
import { changedSince, requireDynamic } from "./change-targets";

const names = ["isActive", "startsAt", "expiresAt"] as const;

/**
 * Switches codes on or off, and sets or takes away when they start and end; static ones are refused (`static`). Each that
 * was changed tells what takes that back. Throws as `changeEach`.
 */
export function changeTimes(
  caller: Caller,
  ids: readonly string[],
  rules: TimeRules,
): Promise<ManyOutcome[]> {
  const set = pick(rules, namesOf(rules));
  const items = ids.map((id) => ({ id }));
  return changeEach(caller, items, {
    changeOf(_, row) {
      requireDynamic(row);
      return { settings: set };
    },
    tell: ({ id }, before, code) => ({
      back: { id, from: stateOf(code.settings, namesOf(set)), to: stateOf(before.rules, namesOf(set)) },
    }),
  });
}

/** Takes changes of times back, each where the code still is as the change left it. Throws as `changeEach`. */
export function takeTimesBack(caller: Caller, moves: readonly StateMove[]): Promise<ManyOutcome[]> {
  return changeEach(caller, moves, {
    changeOf({ from, to }, row) {
      requireDynamic(row);
      if (isAt(row, to)) return {};
      if (isAt(row, from)) return { settings: pick(to, namesOf(to)) };
      throw changedSince("settings", "It was switched or scheduled anew since, so it stays as it is");
    },
  });
}

type Name = (typeof names)[number];

const namesOf = (rules: TimeRules): Name[] => names.filter((name) => rules[name] !== undefined);

function pick(rules: TimeRules, of: readonly Name[]): TimeRules {
  return Object.fromEntries(of.map((name) => [name, rules[name]]));
}

/** The members as a change says them: null where nothing is set. */
function stateOf(rules: TimeRules | null, of: readonly Name[]): TimeRules {
  return Object.fromEntries(of.map((name) => [name, rules?.[name] ?? null]));
}

function isAt({ rules }: CodeRow, state: TimeRules): boolean {
  return namesOf(state).every((name) => (rules?.[name] ?? null) === (normal(name, state[name]) ?? null));
}

/** As it is stored: what is switched on is not told, and times are in UTC. */
function normal(name: Name, value: TimeRules[Name]) {
  if (value === null || value === undefined) return null;
  if (name === "isActive") return value === false ? false : null;
  return new Date(String(value)).toISOString();
}
