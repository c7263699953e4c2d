import { setImmediate as nextTurn } from "node:timers/promises";
import { eventIdOf } from "@/lib/events";
import { createBatcher } from "@/lib/platform/batch-loader";
import { transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { counter, histogram } from "@/lib/platform/metrics";
import { FetchFault, type SafeResponse, safeFetch } from "@/lib/platform/safe-fetch";
import { continueTrace, isTracing, type Span, type SpanAttributes } from "@/lib/platform/traces";
import { maskedValue } from "../options-schema";
import type { AttemptRecord, DeliveryStatus } from "../schema";
import { decryptHeaders, decryptSecret } from "../secret";
import { lockClaimed } from "./queries.claim";
import { readDeliveryState } from "./queries.result";
import { type AttemptOutcome, recordResult, releaseClaims } from "./record-result";
import { type AttemptResult, evaluateAttempt } from "./schedule";
import type { Claim, Performed } from "./schema";
import { deliveryHeaders } from "./sign";

const attempts = counter({
  name: "quietzone_delivery_attempts_total",
  help: "Attempts of deliveries by what came of the delivery: delivered, retrying, failed; cancelled where it was paused or deleted meanwhile.",
  labels: ["outcome"],
});

const seconds = histogram({
  name: "quietzone_delivery_attempt_seconds",
  help: "Time from an attempt's start to its answer or fault, name and handshake included.",
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
});

/** An attempt's time: the name, the connection, TLS and the answer's headers. */
const deadlineMs = 10_000;
/** An endpoint that answers within this time may get one request more at a time. */
const fastMs = 2_000;
/** Before a delivery that was given up is looked at again: a change of its webhook may not be committed yet. */
const givenUpMs = 250;
/** Before a secret that does not open is tried again: the operator has to bring back its key. */
const unreadableMs = 60_000;

type Attempt = Omit<AttemptOutcome, "verdict"> & { result: AttemptResult };

/**
 * Makes the attempt that was claimed and stores what came of it: what the delivery is now, which is for others to say
 * where the lease was lost. `signal` ends it without a result.
 */
export function performDelivery(claim: Claim, signal?: AbortSignal): Promise<Performed> {
  const { traceParent, eventType } = claim;
  const options = { kind: "client", attributes: attributesOf(claim) } as const;
  return continueTrace(traceParent, `deliver ${eventType}`, options, async (span) => {
    const performed = await performClaim(claim, span, signal);
    span.set({ "quietzone.delivery.status": performed.status });
    return performed;
  });
}

async function performClaim(claim: Claim, span: Span, signal: AbortSignal | undefined): Promise<Performed> {
  const opened = openClaim(claim);
  if (opened === null) {
    await releaseClaims([claim], unreadableMs);
    return await findState(claim);
  }
  const attempt = await makeAttempt(claim, opened, signal);
  if (attempt === null) {
    await releaseClaims([claim], signal?.aborted ? 0 : givenUpMs);
    return await findState(claim);
  }
  traceResult(span, attempt.result);
  const { webhookRetryBaseSeconds: baseSeconds, webhookRetryFactor: factor } = env;
  const verdict = evaluateAttempt(attempt.result, claim, { baseSeconds, factor }, new Date());
  const performed = (await recordResult({ ...attempt, verdict })) ?? (await findState(claim));
  countAttempt(performed.status, attempt.result.durationMs);
  return performed;
}

/** Shorter values of headers are words that an answer may have of itself. */
const leastSecret = 8;

/** What of a claim is encrypted. */
interface Opened {
  secrets: [string, ...string[]];
  headers: Record<string, string>;
}

/** A secret before that does not open signs no longer: its owner has replaced it after its key was lost. */
function openClaim({ webhookId, secret, previousSecret, headers }: Claim): Opened | null {
  const present = openIfCan(() => decryptSecret(webhookId, secret));
  const added = headers === null ? {} : openIfCan(() => decryptHeaders(webhookId, headers));
  if (present === null || added === null) {
    const name = present === null ? "secret does" : "headers do";
    log.error({}, `a webhook's ${name} not open: ENCRYPTION_KEY is not the one that was used to encrypt`);
    return null;
  }
  const previous = previousSecret === null ? null : openIfCan(() => decryptSecret(webhookId, previousSecret));
  return { secrets: previous === null ? [present] : [present, previous], headers: added };
}

function openIfCan<T>(open: () => T): T | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** Null: nothing was sent, or nobody waited for the answer. */
async function makeAttempt(
  claim: Claim,
  opened: Opened,
  signal: AbortSignal | undefined,
): Promise<Attempt | null> {
  const startedAt = new Date();
  const beganAt = performance.now();
  let answer: SafeResponse | FetchFault;
  try {
    answer = await send(claim, opened, startedAt, signal);
  } catch (fault) {
    if (!(fault instanceof FetchFault)) throw fault;
    if (fault.code === "given_up") return null;
    answer = fault;
  }
  const endedAt = performance.now();
  const result = resultOf(answer, endedAt - beganAt);
  const record: AttemptRecord = {
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(result.durationMs),
    responseStatus: result.status,
    error: result.error,
    responseBody: answer instanceof FetchFault ? null : answer.body,
  };
  return { claim, result, record, isFast: result.durationMs <= fastMs, endedAt };
}

/**
 * What was answered, without the owner's headers where it repeats them: deliveries are read by keys that don't see them. Where
 * more followed, its end may be the beginning of a value.
 */
function hideHeaders(text: string, isWhole: boolean, headers: Record<string, string>): string {
  const secrets = Object.values(headers)
    .flatMap((value) => [value, ...value.split(" ").slice(1)])
    .filter((secret) => secret.length >= leastSecret);
  if (secrets.length === 0) return text;
  // Values may overlap, so the places of all are found before one is replaced.
  const isHidden = new Uint8Array(text.length);
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      isHidden.fill(1, at, at + secret.length);
    if (!isWhole) isHidden.fill(1, text.length - beginningAtEnd(text, secret));
  }
  return text.replace(/./gs, (character, at: number) => {
    if (!isHidden[at]) return character;
    return isHidden[at - 1] ? "" : maskedValue;
  });
}

/** How many characters at the end of a text are the beginning of a value. */
function beginningAtEnd(text: string, value: string): number {
  let length = Math.min(text.length, value.length);
  while (!text.endsWith(value.slice(0, length))) length -= 1;
  return length;
}

function send(
  claim: Claim,
  { secrets, headers: added }: Opened,
  startedAt: Date,
  signal: AbortSignal | undefined,
): Promise<SafeResponse> {
  const headers = deliveryHeaders({
    id: eventIdOf(claim.eventId),
    type: claim.eventType,
    timestamp: Math.floor(startedAt.getTime() / 1_000),
    body: claim.body,
    secrets,
    baseUrl: env.baseUrl,
  });
  return safeFetch({
    url: claim.url,
    method: "POST",
    headers: { ...added, ...headers },
    body: claim.body,
    deadlineMs,
    // Where the database cannot say, nothing is sent: another worker may have the lease.
    beforeSend: () => mayBeSent(claim).catch(() => false),
    hide: (text, isWhole) => hideHeaders(text, isWhole, added),
    ...(signal && { signal }),
  });
}

function resultOf(answer: SafeResponse | FetchFault, elapsedMs: number): AttemptResult {
  if (answer instanceof FetchFault) {
    const error = answer.code === "given_up" ? "connection_error" : answer.code;
    return { status: null, error, retryAfter: undefined, durationMs: elapsedMs };
  }
  const { status, headers, headersMs } = answer;
  const isSuccess = status >= 200 && status < 300;
  const error = isSuccess ? null : "http_status";
  return { status, error, retryAfter: headers["retry-after"], durationMs: headersMs };
}

/** What the delivery is now, by whichever process decided it. */
async function findState({ id }: Claim): Promise<Performed> {
  return (await readDeliveryState(id)) ?? { status: "cancelled", dueAt: null };
}

/** An attempt's trace attributes: only the host and port of the address, because its path may hold a secret. */
function attributesOf({ id, webhookId, eventId, attempt, url }: Claim): SpanAttributes {
  if (!isTracing()) return {};
  const { hostname, port } = new URL(url);
  return {
    "http.request.method": "POST",
    "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
    "server.address": hostname,
    "server.port": port === "" ? 443 : Number(port),
    "messaging.message.id": eventIdOf(eventId),
    "quietzone.delivery.attempt": attempt,
    "quietzone.delivery.id": id,
    "quietzone.webhook.id": webhookId,
  };
}

/** Marks the span as failed for an answer outside 2xx too. */
function traceResult(span: Span, { status, error }: AttemptResult): void {
  if (status !== null) span.set({ "http.response.status_code": status });
  if (error !== null) span.fail(status === null ? error : String(status));
}

/** Counts an attempt that was made, and how long the receiver took. */
function countAttempt(outcome: DeliveryStatus, durationMs: number): void {
  attempts.inc({ outcome });
  seconds.observe(durationMs / 1_000);
}

interface Question {
  claim: Claim;
  answer: (isValid: boolean) => void;
}

const confirmTogether: (question: Question) => Promise<undefined> = createBatcher({
  name: "confirm delivery",
  ask: confirmAll,
  maxBatch: 100,
  maxRunning: 2,
  maxWaiting: 10_000,
});

async function confirmAll(questions: readonly Question[]): Promise<undefined[]> {
  await transaction(async (tx) => {
    const claims = questions.map(({ claim }) => claim);
    const valid = new Set(await lockClaimed(tx, claims));
    for (const { claim, answer } of questions) answer(valid.has(claim.id));
    // The locks last until the requests have been written.
    await nextTurn();
  });
  return questions.map(() => undefined);
}

/**
 * Whether a claim is still valid: its lease has not expired, and the webhook is active and unchanged since the claim, with the
 * same address and secret. Ask right before the first byte is written, which must be in the same turn of the event loop as
 * the answer.
 */
export function mayBeSent(claim: Claim): Promise<boolean> {
  return new Promise((resolve, reject) => {
    confirmTogether({ claim, answer: resolve }).catch(reject);
  });
}
