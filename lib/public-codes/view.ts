import { LRUCache } from "lru-cache";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { deleteExpiredPublicCodes, findPublicCode, type PublicCodeView } from "./queries";

interface Cached {
  view: PublicCodeView;
  /** On the monotonic clock, so that a jump of the wall clock moves no expiry. */
  expiresAtMs: number;
  freshUntilMs: number;
}

/** Bytes of pictures that one process keeps. */
const maxCachedBytes = 32 * 1024 * 1024;
/** So long a picture is answered from memory before the database is asked again whether it still exists. */
const freshMs = 5_000;

const cache = oncePerProcess(
  "public-code-views",
  () =>
    new LRUCache<string, Cached>({
      maxSize: maxCachedBytes,
      sizeCalculation: ({ view }) => view.png.length + 2 * view.content.length + 200,
    }),
);

/**
 * The picture behind a short code. Throws `not_found` for an unknown code and from the very instant at which its 24
 * hours are over, by the database's clock. While the database is out of reach a picture that was seen before is still
 * answered until it expires.
 *
 * @param at the instant to judge expiry by, in place of the database's clock; nothing is cached then.
 */
export async function viewPublicCode(shortCode: string, at?: Date): Promise<PublicCodeView> {
  if (at !== undefined) return requireView(await loadView(shortCode, at)).view;
  const known = findCached(shortCode);
  if (known !== undefined && performance.now() < known.freshUntilMs) return known.view;
  try {
    const loaded = requireView(await loadView(shortCode, null));
    cache.set(shortCode, loaded);
    return loaded.view;
  } catch (error) {
    if (error instanceof ServiceError) cache.delete(shortCode);
    else if (known !== undefined && performance.now() < known.expiresAtMs) return known.view;
    throw error;
  }
}

function findCached(shortCode: string): Cached | undefined {
  const known = cache.get(shortCode);
  if (known === undefined || performance.now() < known.expiresAtMs) return known;
  cache.delete(shortCode);
  return undefined;
}

async function loadView(shortCode: string, at: Date | null): Promise<Cached | undefined> {
  const askedAtMs = performance.now();
  const found = await findPublicCode(shortCode, at);
  if (found === null) return undefined;
  const { remainingMs, ...view } = found;
  return {
    view,
    expiresAtMs: askedAtMs + remainingMs,
    freshUntilMs: askedAtMs + Math.min(freshMs, remainingMs),
  };
}

function requireView(found: Cached | undefined): Cached {
  if (found !== undefined) return found;
  throw new ServiceError("not_found", "This image does not exist or has expired", {
    hint: "Check its address. Public images are kept for 24 hours; make a new one.",
  });
}

/** Deletes expired codes in batches; how many. `now` replaces the database's clock. */
export async function sweepExpiredPublicCodes(now?: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const { count, isLast } = await deleteExpiredPublicCodes(now ?? null);
    deleted += count;
    if (isLast) return deleted;
  }
}
