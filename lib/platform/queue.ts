import type { Transaction } from "./db";
import { env } from "./env";
import { log } from "./log";
import { subscribe } from "./notifications";
import { oncePerProcess } from "./process-state";

/** Who runs what is due: Inngest where it is set up, else claim loops on PostgreSQL. */
export function chosenEngine(): "inngest" | "postgres" {
  return env.inngest === undefined ? "postgres" : "inngest";
}

/** Says at a start for others than developers that anybody may call what runs the jobs. */
export function warnOfDevInngest(): void {
  if (env.nodeEnv !== "production" || !env.inngest?.isDev) return;
  log.warn({ setting: "INNGEST_DEV" }, "calls of Inngest's dev server are not signed: anybody can make them");
}

/** As SQL: notifies the watchers of the queue at the commit. */
export const notifyQueueSql = "pg_notify('quietzone_events', '')";

/** The same as a statement of its own. */
export async function notifyQueue(tx: Transaction): Promise<void> {
  await tx.query(`SELECT ${notifyQueueSql}`);
  tellQueued();
}

const onQueued = oncePerProcess("called for what was queued", () => ({ call: () => {} }));

/** Calls in the request that writes something to the queue, before it is committed: for Next's own mount, which hears nothing. */
export function callWhenQueued(call: () => void): void {
  onQueued.call = call;
}

/** Run by each writer to the queue, in the transaction of the change. */
export function tellQueued(): void {
  onQueued.call();
}

/**
 * Calls when events or deliveries may wait to be handed over: at every commit that wrote some, and whenever the
 * connection that listens is opened (again), since what was committed meanwhile was not heard. Until the function
 * that is returned is called. It may call for nothing, and it never says how many wait: the callback reads that.
 */
export function watchQueue(onEvents: () => void): () => void {
  return subscribe("quietzone_events", { onMessage: onEvents, onGap: onEvents });
}
