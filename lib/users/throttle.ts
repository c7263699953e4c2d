import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { consumeRate } from "@/lib/rate-limit";

/** Wrong passwords for one account, wrong codes of one, and each of them from one client, before nobody is let try for the rest of the window (A10). */
const guesses = { limit: 10, windowSeconds: 15 * 60 };
/** Mails that strangers can cause to one address in an hour and in a day, and that one client can cause. */
const mailsToAddress = { limit: 5, windowSeconds: 60 * 60 };
const mailsToAddressADay = { limit: 20, windowSeconds: 24 * 60 * 60 };
const mailsOfClient = { limit: 60, windowSeconds: 60 * 60 };

const maxRemembered = 100_000;

/** Who has no guess left, until when; the shared store is asked after a wrong guess only. */
const exhausted = () =>
  oncePerProcess(
    "exhausted guesses",
    () => new LRUCache<string, true>({ max: maxRemembered, ttlResolution: 0 }),
  );
const queues = () => oncePerProcess("guesses in turn", () => new Map<string, Promise<unknown>>());

/** A key of a limit that names nobody: the store may be somebody else's. */
export function keyOf(kind: string, value: string): string {
  return `${kind}:${createHash("sha256").update(value).digest("base64url").slice(0, 22)}`;
}

function tooMany(what: string, seconds: number): ServiceError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil((seconds - 1) / 60)} minutes`;
  return new ServiceError("rate_limited", `${what}. Again in ${wait}`, { retryAfterSeconds: seconds });
}

/** One guess after the other for each key, so that a hundred at once are no more than ten in a row. */
async function inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const tails = queues();
  const before = Promise.all(keys.map((key) => tails.get(key)));
  const mine = before.then(work);
  const tail = mine.then(
    () => {},
    () => {},
  );
  for (const key of keys) tails.set(key, tail);
  try {
    return await mine;
  } finally {
    for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
  }
}

function refuseExhausted(keys: readonly string[], what: string): void {
  const waits = keys.filter((key) => exhausted().has(key)).map((key) => exhausted().getRemainingTTL(key));
  if (waits.length === 0) return;
  throw tooMany(what, Math.max(1, Math.ceil(Math.max(...waits) / 1000)));
}

/** Whether that was the last guess under this key. */
async function countWrong(key: string): Promise<boolean> {
  const rate = await consumeRate([{ key: `guess:${key}`, ...guesses }]);
  if (rate.remaining > 0) return false;
  const ttl = Math.max(1_000, rate.resetAtSeconds * 1000 - Date.now());
  exhausted().set(key, true, { ttl });
  return true;
}

/**
 * Lets a password be tried under every key. Only wrong ones count: the tenth under a key ends trying there, right ones
 * too, until its 15 minutes are over. Exact within a process; of several over one store each may let one more through.
 * Throws `rate_limited`.
 */
export async function tryPassword(keys: readonly string[], check: () => Promise<boolean>): Promise<boolean> {
  return (await tryGuess(keys, "Too many wrong passwords", check)).isRight;
}

interface Guess {
  isRight: boolean;
  /** The keys under which it was the last wrong one that was let try. */
  ended: readonly string[];
}

/** As `tryPassword`, of a code that one shows beside it; under keys of its own. */
export function tryCode(keys: readonly string[], check: () => Promise<boolean>): Promise<Guess> {
  return tryGuess(keys, "Too many wrong codes", check);
}

function tryGuess(keys: readonly string[], what: string, check: () => Promise<boolean>): Promise<Guess> {
  return inTurn(keys, async () => {
    refuseExhausted(keys, what);
    if (await check()) return { isRight: true, ended: [] };
    const wasLast = await Promise.all(keys.map(countWrong));
    return { isRight: false, ended: keys.filter((_, place) => wasLast[place]) };
  });
}

/** Counts a mail that a stranger causes, before anything is looked up. Throws `rate_limited`. */
export async function countMail(email: string, client: string): Promise<void> {
  const address = keyOf("mail-to", email);
  const rate = await consumeRate([
    { key: `hour:${address}`, ...mailsToAddress },
    { key: `day:${address}`, ...mailsToAddressADay },
    { key: keyOf("mails-of", client), ...mailsOfClient },
  ]);
  if (!rate.allowed) throw tooMany("Too many mails were asked for", rate.retryAfterSeconds);
}
