import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";

/** Sessions whose sighting is being written, or was a moment ago. */
const underWay = oncePerProcess("sightings of sessions", () => new Set<string>());

/** Whether a session's last sighting is so old that it is due to be written, by the database's clock. */
export const isSightingDue = "s.last_seen_at < now() - interval '15 minutes'";

/** Who was read before it was written is answered by then. */
const momentMs = 5_000;

/**
 * Writes that a session was seen, off the request's path: a page's many requests at once write one row, once. What could
 * not be written is logged, and is due at the next request.
 */
export function noteSighting(sessionId: string): void {
  if (underWay.has(sessionId)) return;
  underWay.add(sessionId);
  sql
    .query(`UPDATE user_session s SET last_seen_at = now() WHERE s.id = $1 AND ${isSightingDue}`, [sessionId])
    .catch((err: unknown) => log.warn({ err }, "a session's sighting could not be written"))
    .finally(() => setTimeout(() => underWay.delete(sessionId), momentMs).unref());
}
