"use server";

import { refresh } from "next/cache";
import { readScansForm, sandboxMessages } from "@/components/sandbox/validation";
import type { Answer } from "@/components/ui/form/answer";
import type { Caller } from "@/lib/accounts/schema";
import { deleteCodes, listCodes } from "@/lib/codes";
import { codeListQuery } from "@/lib/codes/schema";
import { restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { doOnce } from "@/lib/idempotency";
import { sandboxEntitlements } from "@/lib/plans";
import { requireValid } from "@/lib/platform/validation";
import { createSandboxScans } from "@/lib/scans";
import { type CreatedScans, sandboxScansSchema } from "@/lib/scans/schema";
import { answerAction, answerForm, asId } from "../../../answer-form";
import { requireSandboxCaller } from "../callers";

// Each asks by itself who is signed in and for which plan, and the domain finds the code in that account's sandbox alone.

/** Scans of a code, as POST /api/v1/sandbox/scans makes them; without a country from nowhere, not from where one is. */
export async function makeScans(_: unknown, data: FormData): Promise<Answer<CreatedScans>> {
  return answerForm(
    () => readScansForm(data, Date.now()),
    sandboxMessages,
    async (fields) => {
      const caller = await requireSandboxCaller();
      const input = requireValid(sandboxScansSchema, fields, "form");
      // The instant is of this sending; the choice that it was made from is the same when it is sent again.
      const { scannedAt: _, ...same } = fields;
      const made = await doOnce(
        {
          caller,
          name: "sandbox scans",
          key: data.get("key"),
          fields: { ...same, moment: String(data.get("moment")) },
        },
        (kept: CreatedScans) => kept,
        (keep) => createSandboxScans(caller, input, "", keep),
      );
      refresh();
      return made;
    },
  );
}

export async function deleteSandboxCode(id: unknown): Promise<Answer<{ until: string }>> {
  return act(async (caller) => {
    const { until } = await softDeleteCodes(caller, [textOf(id)]);
    return { until };
  });
}

export async function restoreSandboxCode(id: unknown): Promise<Answer<null>> {
  const messages = { ...sandboxMessages, not_found: "Too late: the code is permanently deleted." };
  return act(async (caller) => {
    await restoreCodes(caller, [textOf(id)]);
    return null;
  }, messages);
}

export async function emptySandbox(): Promise<Answer<number>> {
  return act(async (caller) => {
    const query = codeListQuery.parse({ limit: String(sandboxEntitlements.codes) });
    const { data } = await listCodes(caller, query);
    const deleted =
      data.length === 0
        ? 0
        : (
            await deleteCodes(
              caller,
              data.map(({ id }) => id),
            )
          ).deleted;
    refresh();
    return deleted;
  });
}

function act<T>(work: (caller: Caller) => Promise<T>, messages = sandboxMessages): Promise<Answer<T>> {
  return answerAction(messages, async () => work(await requireSandboxCaller()));
}

function textOf(id: unknown): string {
  return asId(id);
}
