import { env } from "../env";
import { log } from "../log";
import { oncePerProcess } from "../process-state";

/** Both of Next's mounts ask for it, and there is one in a process. */
const opened = oncePerProcess("trace exporter", () => ({
  close: undefined as (() => Promise<void>) | undefined,
}));

/**
 * Starts tracing where an exporter is set, before the first database connection; only then is the SDK loaded.
 *
 * @param serviceName what the process is called unless the operator names it.
 */
export async function openTraces(serviceName: string): Promise<void> {
  if (env.traces === undefined || opened.close !== undefined) return;
  opened.close = async () => {};
  const { startSdk } = await import("./sdk");
  opened.close = startSdk(env.traces, serviceName);
  log.info({}, "traces are sent to the collector");
}

/** Sends what is left; for the end of the process. */
export async function closeTraces(): Promise<void> {
  await opened.close?.();
}
