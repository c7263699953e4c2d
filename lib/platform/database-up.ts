import { ping } from "./queries";

/** A database that takes longer than this is not ready; a probe must not queue behind traffic. */
const checkTimeoutMs = 1_500;

let running: Promise<boolean> | undefined;

async function pingDatabase(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs);
  });
  const answered = ping().then(
    () => true,
    () => false,
  );
  const isUp = await Promise.race([answered, late]);
  clearTimeout(timer);
  return isUp;
}

/** Whether the database answers now. Probes that come together share one question to it. */
export function isDatabaseUp(): Promise<boolean> {
  running ??= pingDatabase().finally(() => {
    running = undefined;
  });
  return running;
}

export function describeReadiness(isUp: boolean) {
  const status = isUp ? "ready" : "unavailable";
  return { status: isUp ? 200 : 503, body: { status, checks: { database: isUp ? "up" : "down" } } };
}
