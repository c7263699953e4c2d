import { env } from "./env";
import { log } from "./log";
import { subscribe } from "./notifications";

/** Who runs what is due: Inngest where it is set up, else claim loops on PostgreSQL. */
export function chosenEngine(): "inngest" | "postgres" {
  return env.inngest === undefined ? "postgres" : "inngest";
}

/** Says at a start for others than developers that anybody may call what runs the jobs. */
export function warnOfDevInngest(): void {
  if (env.nodeEnv !== "production" || !env.inngest?.isDev) return;
  log.warn({ setting: "INNGEST_DEV" }, "calls of Inngest's dev server are not signed: anybody can make them");
}

/**
 * Calls back when events or deliveries may wait: after each commit that wrote some, and whenever the listening
 * connection is opened (again). Returns what ends it.
 */
export function watchQueue(onEvents: () => void): () => void {
  return subscribe("quietzone_events", { onMessage: onEvents, onGap: onEvents });
}
