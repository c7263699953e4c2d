"use server";

import { z } from "zod";
import type { ListQuery, StyleOrder, TimesOrder } from "@/components/codes/bulk-actions/actions";
import { orders, splitOrder } from "@/components/codes/list/list-state";
import type { Answer } from "@/components/ui/form/answer";
import type { FieldWords } from "@/components/ui/form/faults";
import type { Caller } from "@/lib/accounts/schema";
import { countWeekOf } from "@/lib/analytics";
import { requireDashboardCaller } from "@/lib/auth";
import { bringCodesBack, setCodesAside } from "@/lib/codes/aside";
import {
  changeStyles,
  changeTargets,
  changeTimes,
  describeSelected,
  findMatching,
  readSamples,
  requireMany,
  takeTimesBack,
} from "@/lib/codes/many";
import {
  codeListQuery,
  idsUpTo,
  type ManyOutcome,
  maxLot,
  maxSelected,
  type SelectedCode,
  type StateMove,
  type StoredCode,
  stateMovesSchema,
  type TargetMove,
  targetMovesSchema,
} from "@/lib/codes/schema";
import { requireValid } from "@/lib/platform/require-valid";
import { listPresets } from "@/lib/presets";
import type { ListedPreset } from "@/lib/presets/schema";
import { answerForm } from "../../answer-form";
import { readStyleOrder, readTimesOrder } from "./many-orders";

// Each asks by itself who is signed in and whether the plan has it, and the domain finds codes among that account's alone.
// What arrives has not been looked at: a stranger may send anything.

const lot = idsUpTo(maxLot);
const selection = idsUpTo(maxSelected);
const orderName = z.literal(Object.keys(orders) as ListQuery["order"][]);

/** Everything that a list finds, on all of its pages. */
export async function findMatchingCodes(query: ListQuery): Promise<Answer<{ ids: string[]; total: number }>> {
  return act((caller) => {
    const { q, type, isDynamic, order } = { ...query };
    const asked = {
      ...splitOrder(requireValid(orderName, order, "order")),
      ...(q !== "" && { search: q }),
      ...(type !== null && { type }),
      ...(isDynamic !== null && { isDynamic }),
    };
    return findMatching(caller, requireValid(codeListQuery, asked, "query"));
  });
}

export async function describeCodes(ids: readonly string[]): Promise<Answer<SelectedCode[]>> {
  return act((caller) => describeSelected(caller, requireValid(selection, ids, "ids")));
}

export async function readLooks(
  ids: readonly string[],
): Promise<Answer<{ samples: StoredCode[]; presets: ListedPreset[] }>> {
  return act(async (caller) => {
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

export async function takeCodeTimesBack(moves: readonly StateMove[]): Promise<Answer<ManyOutcome[]>> {
  return act((caller) => takeTimesBack(caller, requireValid(stateMovesSchema, moves, "moves")));
}

export async function countWeekOfCodes(ids: readonly string[]): Promise<Answer<number>> {
  return act((caller) => countWeekOf(caller, requireValid(selection, ids, "ids")));
}

/** Sets them aside together for as long as Undo is offered; then they are gone for good. */
export async function deleteManyCodes(
  ids: readonly string[],
): Promise<Answer<{ until: string; ids: string[] }>> {
  const words = { not_found: "These codes are gone. Another tab or key may have deleted them." };
  return act(async (caller) => {
    const { until, codes } = await setCodesAside(caller, requireValid(selection, ids, "ids"));
    return { until, ids: codes.map(({ id }) => id) };
  }, words);
}

/** Undo: those that are still there are in use again, whole; how many that is. */
export async function bringManyBack(ids: readonly string[]): Promise<Answer<number>> {
  const words = { not_found: "Too late: the codes are gone for good." };
  return act(
    async (caller) => (await bringCodesBack(caller, requireValid(selection, ids, "ids"))).length,
    words,
  );
}

function act<T>(work: (caller: Caller) => Promise<T>, words: FieldWords = {}): Promise<Answer<T>> {
  return answerForm(
    () => ({}),
    words,
    async () => {
      const caller = await requireDashboardCaller();
      requireMany(caller);
      return work(caller);
    },
  );
}
