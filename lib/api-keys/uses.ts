import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";

/** Uses gather for so long before they are written together. */
const gatherMs = 1_000;

const uses = oncePerProcess("api-key-uses", () => ({
  pending: new Set<string>(),
  timer: undefined as NodeJS.Timeout | undefined,
  writing: Promise.resolve(),
}));

/** Remembers that a key was used; written within about a second, off the request's path. */
export function noteKeyUse(id: string): void {
  uses.pending.add(id);
  uses.timer ??= setTimeout(() => void flushKeyUses(), gatherMs).unref();
}

/**
 * Writes the uses that were noted, at most one a minute for each key. Never rejects: what could not be written is
 * logged and written with a later use.
 */
export function flushKeyUses(): Promise<void> {
  clearTimeout(uses.timer);
  uses.timer = undefined;
  // One after the other, so that whoever waits for this has everything written that was noted before.
  uses.writing = uses.writing.then(writeUses);
  return uses.writing;
}

const updateUses = {
  name: "update_api_key_uses",
  // In the order of their ids: two processes that write the same keys wait for each other and do not lock crosswise.
  text: `UPDATE api_key SET last_used_at = now() WHERE id IN (
      SELECT id FROM api_key
      WHERE id = ANY($1::uuid[]) AND coalesce(last_used_at < now() - interval '1 minute', true)
      ORDER BY id FOR NO KEY UPDATE)`,
};

async function writeUses(): Promise<void> {
  if (uses.pending.size === 0) return;
  const ids = [...uses.pending];
  uses.pending.clear();
  try {
    await sql.query({ ...updateUses, values: [ids] });
  } catch (err) {
    log.warn({ err, count: ids.length }, "the last uses of API keys could not be written");
  }
}
