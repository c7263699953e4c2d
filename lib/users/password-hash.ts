import { hash, verify } from "@node-rs/argon2";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";

/** Argon2id with 19 MiB, two passes, one lane: OWASP Password Storage Cheat Sheet. 5 to 30 ms of one core. */
const parameters = {
  /** Argon2id; the enumeration of the package is erased before it runs. */
  algorithm: 2,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
};

/** The hash, under the same parameters, of a password that nobody knows: what an unknown person's is compared with. */
const nobodysHash =
  "$argon2id$v=19$m=19456,t=2,p=1$vNsHbLZZck8ju60pgkxeBA$AwUOyPXrbIUnl/DN+ruqy8+JN5ZNfn2nBrkWvZnEPnA";

/** Hashes at once: they run in the threads that files, names and pictures need too. */
const maxRunning = 2;
/** Hashes that may wait, at most some seconds' worth; beyond them the service says that it is overloaded. */
const maxWaiting = 100;

const gate = () => oncePerProcess("password gate", () => ({ running: 0, waiting: [] as (() => void)[] }));

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const state = gate();
  if (state.running < maxRunning) state.running += 1;
  else if (state.waiting.length >= maxWaiting) {
    throw new ServiceError("unavailable", "Too many people are signing in right now", {
      retryAfterSeconds: 5,
    });
  } else await new Promise<void>((resolve) => state.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = state.waiting.shift();
    if (next === undefined) state.running -= 1;
    else next();
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** Whether the password is the one of this hash. Without a hash it takes the same time and is false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(passwordHash ?? nobodysHash, password));
  return isRight && passwordHash !== null;
}
