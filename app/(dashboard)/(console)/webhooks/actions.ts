"use server";

import { refresh } from "next/cache";
import { type Answer, readFields } from "@/components/ui/form/answer";
import type { MadeDelivery } from "@/components/webhooks/actions";
import { placeInWebhookForm, readWebhookForm, webhookMessages } from "@/components/webhooks/validation";
import { doOnce } from "@/lib/idempotency";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/validation";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  retryDelivery,
  rotateSecret,
  sendTest,
} from "@/lib/webhooks";
import {
  type FullDelivery,
  type IssuedWebhook,
  newWebhookSchema,
  secretRotationSchema,
  testSendSchema,
  webhookChangeSchema,
} from "@/lib/webhooks/schema";
import { answerAction, answerForm } from "../../../answer-form";
import { requireWebhookCaller } from "../callers";

// Each asks by itself who is signed in, and the domain finds what it is about among that account's and environment's alone.
// A new secret is answered without a new list: the page asks for that once the secret is put away.

type WebhookForm = ReturnType<typeof readWebhookForm>;

function answerWebhookForm<T>(data: FormData, work: (fields: WebhookForm) => Promise<T>): Promise<Answer<T>> {
  const isPlace = (field: string) => field.startsWith("filter.");
  const atControls = (fields: WebhookForm) => work(fields).catch(throwAtControls);
  return answerForm(() => readWebhookForm(data), webhookMessages, atControls, isPlace);
}

/** Throws with the names of the form's controls in place of the fields. */
function throwAtControls(error: unknown): never {
  if (!(error instanceof ServiceError) || error.details === undefined) throw error;
  const details = error.details.map((detail) => ({ ...detail, field: placeInWebhookForm(detail.field) }));
  const { retryAfterSeconds } = error;
  throw new ServiceError(error.code, error.message, {
    details,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

export async function makeWebhook(_: unknown, data: FormData): Promise<Answer<IssuedWebhook>> {
  return answerWebhookForm(data, async (fields) => {
    const { environment, key } = readFields(data);
    const caller = await requireWebhookCaller(environment);
    const input = requireValid(newWebhookSchema, fields, "form");
    return doOnce({ caller, name: "new webhook", key, fields }, asItIs<IssuedWebhook>, (keep) =>
      createWebhook(caller, input, keep),
    );
  });
}

export async function editWebhook(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerWebhookForm(data, async (fields) => {
    const { environment, id = "" } = readFields(data);
    const caller = await requireWebhookCaller(environment);
    await changeWebhook(caller, id, requireValid(webhookChangeSchema, fields, "form"));
    refresh();
    return null;
  });
}

export async function switchWebhook(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => ({ isActive: readFields(data).isActive === "true" });
  return answerForm(read, webhookMessages, async (change) => {
    const { environment, id = "" } = readFields(data);
    await changeWebhook(await requireWebhookCaller(environment), id, change);
    refresh();
    return null;
  });
}

export async function renewSecret(_: unknown, data: FormData): Promise<Answer<IssuedWebhook>> {
  const read = () => ({ overlapSeconds: Number(readFields(data).overlapSeconds) });
  return answerForm(read, webhookMessages, async (fields) => {
    const { environment, id = "", key } = readFields(data);
    const caller = await requireWebhookCaller(environment);
    const input = requireValid(secretRotationSchema, fields, "form");
    const filled = { id, ...fields };
    return doOnce({ caller, name: "new secret", key, fields: filled }, asItIs<IssuedWebhook>, (keep) =>
      rotateSecret(caller, id, input, keep),
    );
  });
}

export async function sendTestEvent(_: unknown, data: FormData): Promise<Answer<MadeDelivery>> {
  const read = () => ({ type: readFields(data).type });
  return answerForm(read, webhookMessages, async (fields) => {
    const { environment, id = "", key } = readFields(data);
    const caller = await requireWebhookCaller(environment);
    const input = requireValid(testSendSchema, fields, "form");
    const filled = { id, ...fields };
    return doOnce({ caller, name: "webhook test", key, fields: filled }, presentMade, (keep) =>
      sendTest(caller, id, input, keep),
    );
  });
}

export async function replayDelivery(_: unknown, data: FormData): Promise<Answer<MadeDelivery>> {
  const read = () => ({ webhookId: readFields(data).webhookId ?? "", id: readFields(data).id ?? "" });
  return answerForm(read, webhookMessages, async (fields) => {
    const { environment, key } = readFields(data);
    const caller = await requireWebhookCaller(environment);
    return doOnce({ caller, name: "replay", key, fields }, presentMade, (keep) =>
      retryDelivery(caller, fields.webhookId, fields.id, keep),
    );
  });
}

export async function removeWebhook(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerAction(webhookMessages, async () => {
    const { environment, id = "" } = readFields(data);
    await deleteWebhook(await requireWebhookCaller(environment), id);
    refresh();
    return null;
  });
}

/** Kept answers are encrypted, so that the secret may come along. */
function asItIs<T>(made: T): T {
  return made;
}

function presentMade({ id }: FullDelivery): MadeDelivery {
  return { id };
}
