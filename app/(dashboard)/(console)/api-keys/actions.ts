"use server";

import { refresh } from "next/cache";
import { readKeyChange, readNewKey } from "@/components/keys/read-key-form";
import { keyMessages } from "@/components/keys/validation";
import { type Answer, readFields } from "@/components/ui/form/answer";
import type { Caller } from "@/lib/accounts/schema";
import { createKey, deleteKey, rotateKey, updateKey } from "@/lib/api-keys";
import {
  apiKeyChangeSchema,
  type IssuedApiKey,
  newApiKeySchema,
  rotationSchema,
} from "@/lib/api-keys/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { doOnce } from "@/lib/idempotency";
import type { BeforeCommit } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/validation";
import { answerAction, answerForm } from "../../../answer-form";

// Each asks by itself who is signed in, and the domain finds the key among that account's alone. A new value is answered
// without a new list: the page asks for that once the value is put away. What issues a value is done once for a filling of
// its form, so that an answer that was lost costs no second key; until a day has gone by its answer is kept, encrypted.

export async function makeKey(_: unknown, data: FormData): Promise<Answer<IssuedApiKey>> {
  const read = () => readNewKey(data, Date.now());
  return answerForm(read, keyMessages, async (fields) => {
    const caller = callerOf(await requireSession());
    const wish = requireValid(newApiKeySchema, fields, "form");
    return issueOnce(caller, "new key", data, (keep) => createKey(caller, wish, keep));
  });
}

export async function changeKey(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => readKeyChange(data);
  return answerForm(read, keyMessages, async (fields) => {
    const session = await requireSession();
    const change = requireValid(apiKeyChangeSchema, fields, "form");
    await updateKey(callerOf(session), idOf(data), change);
    refresh();
    return null;
  });
}

export async function switchKey(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => ({ isActive: readFields(data).isActive === "true" });
  return answerForm(read, keyMessages, async (change) => {
    const session = await requireSession();
    await updateKey(callerOf(session), idOf(data), change);
    refresh();
    return null;
  });
}

export async function renewKey(_: unknown, data: FormData): Promise<Answer<IssuedApiKey>> {
  const read = () => ({ graceSeconds: Number(readFields(data).graceSeconds) });
  return answerForm(read, keyMessages, async (fields) => {
    const caller = callerOf(await requireSession());
    const rotation = requireValid(rotationSchema, fields, "form");
    return issueOnce(caller, "rotated key", data, (keep) => rotateKey(caller, idOf(data), rotation, keep));
  });
}

export async function removeKey(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerAction(keyMessages, async () => {
    const session = await requireSession();
    await deleteKey(callerOf(session), idOf(data));
    refresh();
    return null;
  });
}

/** Known again by what was entered: an end that is told as a span is another instant at each sending. */
function issueOnce(
  caller: Caller,
  name: string,
  data: FormData,
  issue: (keep: BeforeCommit<IssuedApiKey>) => Promise<IssuedApiKey>,
): Promise<IssuedApiKey> {
  const { key, ...entered } = readFields(data);
  const fields = { ...entered, permissions: data.getAll("permissions") };
  return doOnce({ caller, name, key, fields }, (issued: IssuedApiKey) => issued, issue);
}

function idOf(data: FormData): string {
  return readFields(data).id ?? "";
}
