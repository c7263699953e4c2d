"use server";

import { refresh } from "next/cache";
import { readKeyChange, readNewKey } from "@/components/keys/read-key-form";
import { keyWords } from "@/components/keys/words";
import type { Answer } from "@/components/ui/form/answer";
import { readFields } from "@/components/ui/form/read";
import { createKey, deleteKey, rotateKey, updateKey } from "@/lib/api-keys";
import {
  apiKeyChangeSchema,
  type IssuedApiKey,
  newApiKeySchema,
  rotationSchema,
} from "@/lib/api-keys/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { answerForm, parseFields } from "../../answer-form";

// Each asks by itself who is signed in, and the domain finds the key among that account's alone. A new value is answered
// without a new list: the page asks for that once the value is put away.

export async function makeKey(_: unknown, data: FormData): Promise<Answer<IssuedApiKey>> {
  const session = await requireSession();
  const input = readNewKey(data, Date.now());
  return answerForm(input, keyWords, () => createKey(callerOf(session), parseFields(newApiKeySchema, input)));
}

export async function changeKey(_: unknown, data: FormData): Promise<Answer<null>> {
  const session = await requireSession();
  const input = readKeyChange(data);
  return answerForm(input, keyWords, async () => {
    const change = parseFields(apiKeyChangeSchema, input);
    await updateKey(callerOf(session), idOf(data), change);
    refresh();
    return null;
  });
}

export async function switchKey(_: unknown, data: FormData): Promise<Answer<null>> {
  const session = await requireSession();
  return answerForm({}, keyWords, async () => {
    await updateKey(callerOf(session), idOf(data), { isActive: data.get("isActive") === "true" });
    refresh();
    return null;
  });
}

export async function renewKey(_: unknown, data: FormData): Promise<Answer<IssuedApiKey>> {
  const session = await requireSession();
  const input = { graceSeconds: Number(readFields(data).graceSeconds) };
  return answerForm(input, keyWords, () =>
    rotateKey(callerOf(session), idOf(data), parseFields(rotationSchema, input)),
  );
}

export async function removeKey(_: unknown, data: FormData): Promise<Answer<null>> {
  const session = await requireSession();
  return answerForm({}, keyWords, async () => {
    await deleteKey(callerOf(session), idOf(data));
    refresh();
    return null;
  });
}

function idOf(data: FormData): string {
  return readFields(data).id ?? "";
}
