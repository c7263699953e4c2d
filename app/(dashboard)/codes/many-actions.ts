"use server";

import { z } from "zod";
import type { StyleOrder, TimesOrder } from "@/components/codes/actions";
import { ruleFaultMessages } from "@/components/codes/detail/rules";
import { codeStates, periodNames } from "@/components/codes/list/list-filters";
import { type Order, orders } from "@/components/codes/list/list-orders";
import { type ListQuery, queryOf } from "@/components/codes/list/list-state";
import { type Answer, type FieldMessages, formatDetail } from "@/components/ui/form/answer";
import type { Caller } from "@/lib/accounts/schema";
import { countWeekOf } from "@/lib/analytics";
import { requireDashboardCaller } from "@/lib/auth";
import { describeSelected, requireMany } from "@/lib/codes/bulk-update";
import { changeListing, undoListing } from "@/lib/codes/bulk-update-listing";
import { changeStyles, readSamples, replaceLook, undoStyles } from "@/lib/codes/bulk-update-styles";
import { changeTargets, changeTimes, undoSchedule } from "@/lib/codes/bulk-update-targets";
import { findMatching } from "@/lib/codes/read";
import {
  codeListQuery,
  idsUpTo,
  type ListingChange,
  type ListingMove,
  listingChangeSchema,
  listingMovesSchema,
  type ManyOutcome,
  maxLot,
  maxSelected,
  type SelectedCode,
  type StateMove,
  type StoredCode,
  type StyleMove,
  stateMovesSchema,
  styleMovesSchema,
  type TargetMove,
  type TimeRules,
  targetMovesSchema,
} from "@/lib/codes/schema";
import { restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { contentTypes } from "@/lib/content/schema";
import { ServiceError } from "@/lib/platform/errors";
import { isObject } from "@/lib/platform/json-text";
import { maxTags } from "@/lib/platform/tags";
import { requireValid } from "@/lib/platform/validation";
import { getPreset, listPresets } from "@/lib/presets";
import type { ListedPreset } from "@/lib/presets/schema";
import { answerAction, answerQuestion, asId } from "../../answer-form";
import { readRule } from "./[id]/read-rule";

// Each asks by itself who is signed in and whether the plan has it, and the domain finds codes among that account's alone.
// What arrives has not been looked at: a stranger may send anything.

const lot = idsUpTo(maxLot);
const selection = idsUpTo(maxSelected);
const listQuery = z.object({
  q: z.string(),
  codeState: z.enum(codeStates).nullable(),
  type: z.enum(contentTypes).nullable(),
  isDynamic: z.boolean().nullable(),
  tags: z.array(z.string()).max(maxTags),
  tagMode: z.enum(["any", "all"]),
  changed: z.enum(periodNames).nullable(),
  isArchived: z.boolean(),
  order: z.enum(Object.keys(orders) as Order[]).nullable(),
});

export async function findMatchingCodes(query: ListQuery): Promise<Answer<{ ids: string[]; total: number }>> {
  return ask((caller) => {
    const list = queryOf(requireValid(listQuery, query, "query"), Date.now());
    return findMatching(caller, requireValid(codeListQuery, list, "query"));
  });
}

export async function describeCodes(ids: readonly string[]): Promise<Answer<SelectedCode[]>> {
  return ask((caller) => describeSelected(caller, requireValid(selection, ids, "ids")));
}

export async function readLooks(
  ids: readonly string[],
): Promise<Answer<{ samples: StoredCode[]; presets: ListedPreset[] }>> {
  return ask(async (caller) => {
    const [samples, presets] = await Promise.all([
      readSamples(caller, requireValid(lot, ids, "ids")),
      listPresets(caller),
    ]);
    return { samples, presets };
  });
}

export async function restyleCodes(
  ids: readonly string[],
  order: StyleOrder,
): Promise<Answer<ManyOutcome[]>> {
  return act(async (caller) =>
    changeStyles(caller, requireValid(lot, ids, "ids"), await readStyleOrder(caller, order)),
  );
}

export async function undoCodeStyles(moves: readonly StyleMove[]): Promise<Answer<ManyOutcome[]>> {
  return act((caller) => undoStyles(caller, requireValid(styleMovesSchema, moves, "moves")));
}

export async function retargetCodes(moves: readonly TargetMove[]): Promise<Answer<ManyOutcome[]>> {
  return act((caller) => changeTargets(caller, requireValid(targetMovesSchema, moves, "moves")));
}

export async function timeCodes(
  ids: readonly string[],
  order: TimesOrder,
  zone: string,
): Promise<Answer<ManyOutcome[]>> {
  return act(async (caller) =>
    changeTimes(caller, requireValid(lot, ids, "ids"), await readTimesOrder(order, zone)),
  );
}

export async function undoCodeTimes(moves: readonly StateMove[]): Promise<Answer<ManyOutcome[]>> {
  return act((caller) => undoSchedule(caller, requireValid(stateMovesSchema, moves, "moves")));
}

export async function relistCodes(
  ids: readonly string[],
  change: ListingChange,
): Promise<Answer<ManyOutcome[]>> {
  return act((caller) =>
    changeListing(caller, requireValid(lot, ids, "ids"), requireValid(listingChangeSchema, change, "change")),
  );
}

export async function undoCodeListing(moves: readonly ListingMove[]): Promise<Answer<ManyOutcome[]>> {
  return act((caller) => undoListing(caller, requireValid(listingMovesSchema, moves, "moves")));
}

export async function countWeekOfCodes(ids: readonly string[]): Promise<Answer<number>> {
  return ask((caller) => countWeekOf(caller, requireValid(selection, ids, "ids")));
}

export async function deleteManyCodes(
  ids: readonly string[],
): Promise<Answer<{ until: string; ids: string[] }>> {
  const messages = { not_found: "These codes no longer exist. Another tab or key may have deleted them." };
  return act(async (caller) => {
    const { until, codes } = await softDeleteCodes(caller, requireValid(selection, ids, "ids"));
    return { until, ids: codes.map(({ id }) => id) };
  }, messages);
}

export async function restoreMany(ids: readonly string[]): Promise<Answer<number>> {
  const messages = { not_found: "Too late: the codes are permanently deleted." };
  return act(
    async (caller) => (await restoreCodes(caller, requireValid(selection, ids, "ids"))).length,
    messages,
  );
}

type Work<T> = (caller: Caller) => Promise<T>;

function act<T>(work: Work<T>, messages: FieldMessages = {}): Promise<Answer<T>> {
  return answerAction(messages, () => callOnMany(work));
}

/** The same for work that only reads. */
function ask<T>(work: Work<T>): Promise<Answer<T>> {
  return answerQuestion({}, () => callOnMany(work));
}

async function callOnMany<T>(work: Work<T>): Promise<T> {
  const caller = await requireDashboardCaller();
  requireMany(caller);
  return work(caller);
}

const styleOrder = z.object({
  presetId: z.string().max(60).nullable(),
  withLogo: z.boolean(),
  /** Judged with each code, as what its owner would send of one. */
  settings: z.record(z.string(), z.unknown()),
});

/** The id of the plain look, which is no preset of the account. */
const plain = "plain";

/** A change of looks as the domain takes it: a preset as it is kept, and what was chosen laid over it. Throws `not_found`. */
async function readStyleOrder(caller: Caller, order: unknown): Promise<Record<string, unknown>> {
  const { presetId, withLogo, settings } = requireValid(styleOrder, order, "order");
  if (presetId === null) return settings;
  const look = presetId === plain ? {} : (await getPreset(caller, presetId)).settings;
  const base: Record<string, unknown> = replaceLook(look, { withLogo });
  const members = Object.entries(settings).map(([name, value]) => [name, lay(base[name], value)]);
  return { ...base, ...Object.fromEntries(members) };
}

function lay(under: unknown, over: unknown): unknown {
  return isObject(under) && isObject(over) ? { ...under, ...over } : over;
}

const timesOrder = z.object({
  isActive: z.boolean().optional(),
  startsAt: z.string().max(60).nullish(),
  expiresAt: z.string().max(60).nullish(),
});

/** Times of the page's clocks as instants. Throws `validation_failed`, in the words of the page. */
async function readTimesOrder(order: unknown, zone: unknown): Promise<TimeRules> {
  const { isActive, ...times } = requireValid(timesOrder, order, "order");
  const read = (name: "startsAt" | "expiresAt") => readTime(name, times[name], asId(zone));
  const [startsAt, expiresAt] = [await read("startsAt"), await read("expiresAt")];
  return {
    ...(isActive !== undefined && { isActive: isActive ? null : false }),
    ...(startsAt !== undefined && { startsAt }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

async function readTime(name: "startsAt" | "expiresAt", text: string | null | undefined, zone: string) {
  if (text === null || text === undefined) return text;
  try {
    return String(await readRule(name, text, zone));
  } catch (fault) {
    const detail = fault instanceof ServiceError ? fault.details?.[0] : undefined;
    if (detail === undefined) throw fault;
    throw new ServiceError("validation_failed", formatDetail(detail, ruleFaultMessages, text));
  }
}
