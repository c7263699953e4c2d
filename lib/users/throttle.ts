import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { canSendMail } from "@/lib/platform/mail";
import { oncePerProcess } from "@/lib/platform/process-state";
import { consumeRate, peekRate } from "@/lib/rate-limit";

/** Wrong passwords from one client, wrong codes of one account, and other guesses, until the window is over (A10). */
const guesses = { limit: 10, windowSeconds: 15 * 60 };
/** Wrong passwords for one account in an hour before devices that never signed in have to pause, and the longest pause. */
const unknownDevices = { free: 30, windowSeconds: 60 * 60, longestPauseSeconds: 60 };
/** Mails that strangers can cause to one address in an hour and in a day, and that one client can cause. */
const mailsToAddress = { limit: 5, windowSeconds: 60 * 60 };
const mailsToAddressADay = { limit: 20, windowSeconds: 24 * 60 * 60 };
const mailsOfClient = { limit: 60, windowSeconds: 60 * 60 };

const wrongPasswords = "Too many wrong passwords";

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
  return new ServiceError("rate_limited", `${what}. Try again in ${wait}`, { retryAfterSeconds: seconds });
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
  return (await tryGuess(keys, wrongPasswords, check)).isRight;
}

/** Under what a sign-in with a password counts: keys made by `keyOf`. */
interface SignInKeys {
  /** None where no account can be meant. */
  account: string | null;
  source: string;
  /** Set for a device that signed in to this very account before. */
  device: string | null;
}

/**
 * Lets a password be tried for an account. A device that signed in before has ten wrong tries in 15 minutes of its own, so
 * nobody else can lock it out. Any other has ten for its source, and after 30 wrong ones for the account in an hour all of
 * them together pause after each further one, for 1, 2, 4 … 60 seconds. Throws `rate_limited` at once; nobody is held open.
 */
export function trySignIn(
  { account, source, device }: SignInKeys,
  check: () => Promise<boolean>,
): Promise<boolean> {
  if (device !== null) return tryPassword([device], check);
  if (account === null) return tryPassword([source], check);
  return inTurn([source, account], async () => {
    refuseExhausted([source], wrongPasswords);
    await refusePaused(account);
    if (await check()) return true;
    await Promise.all([countWrong(source), pauseUnknownDevices(account)]);
    return false;
  });
}

const pauseOf = (account: string, windowSeconds: number) => ({
  key: `pause:${account}`,
  limit: 1,
  windowSeconds,
});

async function refusePaused(account: string): Promise<void> {
  const [pause] = await peekRate([pauseOf(account, unknownDevices.longestPauseSeconds)]);
  if (pause === undefined || pause.resetsAt === null) return;
  const seconds = Math.ceil((pause.resetsAt.getTime() - Date.now()) / 1_000);
  throw tooMany(wrongPasswords, Math.min(unknownDevices.longestPauseSeconds, Math.max(1, seconds)));
}

async function pauseUnknownDevices(account: string): Promise<void> {
  const { free, windowSeconds, longestPauseSeconds } = unknownDevices;
  const limit = 1_000_000;
  const { remaining } = await consumeRate([{ key: `wrong:${account}`, limit, windowSeconds }]);
  const wrong = limit - remaining;
  if (wrong < free) return;
  await consumeRate([pauseOf(account, Math.min(longestPauseSeconds, 2 ** (wrong - free)))]);
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

/**
 * Counts a mail that a stranger causes, before anything is looked up. Throws `rate_limited`, and `unavailable` for every
 * address where the service can't send email.
 */
export async function countMail(email: string, client: string): Promise<void> {
  if (!canSendMail()) {
    const helper = env.supportEmail ?? "the person who runs it";
    throw new ServiceError("unavailable", `This service can't send email; ask ${helper} for a link`);
  }
  const address = keyOf("mail-to", email);
  const rate = await consumeRate([
    { key: `hour:${address}`, group: "mails", ...mailsToAddress },
    { key: `day:${address}`, group: "mails", ...mailsToAddressADay },
    { key: keyOf("mails-of", client), group: "mails", ...mailsOfClient },
  ]);
  if (!rate.allowed) throw tooMany("Too many mails were requested", rate.retryAfterSeconds);
}
