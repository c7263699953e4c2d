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
 * Calls when events or deliveries may wait to be handed over: at every commit that wrote some, and whenever the
 * connection that listens is opened (again), since what was committed meanwhile was not heard. Until the function
 * that is returned is called. It may call for nothing, and it never says how many wait: the callback reads that.
 */
export function watchQueue(onEvents: () => void): () => void {
  return subscribe("quietzone_events", { onMessage: onEvents, onGap: onEvents });
}
