import type { Caller } from "@/lib/accounts/schema";
import { fieldError } from "@/lib/platform/errors";
import { changeEach } from "./bulk-update";
import type { CodeRow } from "./rows";
import type { ManyOutcome, StateMove, TargetMove, TimeRules } from "./schema";

/**
 * Lets codes lead elsewhere: dynamic codes of an address, each from the one that it was seen to lead to. One that leads
 * elsewhere by now is refused (`changed_since`), since what was meant for it was made from what it led to, and one that
 * leads there already stays as it is; so a call that comes twice is one, and the same with `from` and `to` exchanged takes
 * it back. Static ones (`static`) and other types (`other_type`) are refused. Throws as `changeEach`.
 */
export function changeTargets(caller: Caller, moves: readonly TargetMove[]): Promise<ManyOutcome[]> {
  return changeEach(caller, moves, {
    changeOf({ version, from, to }, row) {
      requireLeading(row);
      if (row.content === to) return {};
      if (isVersion(row, version) && row.content === from) return { content: to };
      throw changedSince("content", "The target was changed since, so it stays as it is");
    },
  });
}

function requireLeading({ shortCode, type }: CodeRow): void {
  requireDynamic({ shortCode });
  if (type === "url") return;
  const message = "It has no web address; change its target separately";
  throw fieldError("validation_failed", { field: "type", code: "other_type", message });
}

/** What a static code holds is printed; nothing changes or bounds that. */
function requireDynamic({ shortCode }: Pick<CodeRow, "shortCode">): void {
  if (shortCode !== null) return;
  const message = "It is static, so what is printed stays as it is";
  throw fieldError("validation_failed", { field: "isDynamic", code: "static", message });
}

/** Whether a code was not changed since a version; null: any. */
export function isVersion({ updatedAt }: CodeRow, version: string | null): boolean {
  return version === null || updatedAt.toISOString() === version;
}

/** The refusal of an undo of what somebody changed since. */
export function changedSince(field: string, message: string) {
  return fieldError("validation_failed", { field, code: "changed_since", message });
}

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
      back: {
        id,
        version: code.updatedAt,
        from: stateOf(code.settings, namesOf(set)),
        to: stateOf(before.rules, namesOf(set)),
      },
    }),
  });
}

/** Takes changes of times back, each where the code still is as the change left it. Throws as `changeEach`. */
export function undoSchedule(caller: Caller, moves: readonly StateMove[]): Promise<ManyOutcome[]> {
  return changeEach(caller, moves, {
    changeOf({ version, from, to }, row) {
      requireDynamic(row);
      if (isAt(row, to)) return {};
      if (isVersion(row, version) && isAt(row, from)) return { settings: pick(to, namesOf(to)) };
      throw changedSince("settings", "It was switched or scheduled again since, so it stays as it is");
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
