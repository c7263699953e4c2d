import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { registry } from "@/lib/platform/metrics";
import { type Answer, jsonHeaders, problemAnswer } from "../front";

/** A database that takes longer than this is not ready; a probe must not queue behind traffic. */
const checkTimeoutMs = 1_500;

/** What the process knows of its own life; `start.ts` moves it on. */
export interface Life {
  phase: "serving" | "stopping";
}

let running: Promise<boolean> | undefined;

async function pingDatabase(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs);
  });
  const answered = sql.query("SELECT 1").then(
    () => true,
    () => false,
  );
  const isUp = await Promise.race([answered, late]);
  clearTimeout(timer);
  return isUp;
}

/** Probes that come together share one question to the database. */
function isDatabaseUp(): Promise<boolean> {
  running ??= pingDatabase().finally(() => {
    running = undefined;
  });
  return running;
}

function answerJson(status: number, value: unknown, requestId: string): Answer {
  const body = JSON.stringify(value);
  return { status, headers: jsonHeaders(body, requestId), body };
}

/** Live: the process answers. Restart it when it doesn't. */
async function answerLive(requestId: string): Promise<Answer> {
  return answerJson(200, { status: "live" }, requestId);
}

/** Ready: it can serve now. Send traffic elsewhere while it can't: the database is away, or it is stopping. */
async function answerReady(life: Life, requestId: string): Promise<Answer> {
  if (life.phase === "stopping") return answerJson(503, { status: "stopping" }, requestId);
  const isUp = await isDatabaseUp();
  const status = isUp ? "ready" : "unavailable";
  return answerJson(isUp ? 200 : 503, { status, checks: { database: isUp ? "up" : "down" } }, requestId);
}

async function answerMetrics(requestId: string): Promise<Answer> {
  const body = await registry.metrics();
  return {
    status: 200,
    headers: { ...jsonHeaders(body, requestId), "Content-Type": registry.contentType },
    body,
  };
}

/**
 * The addresses that tell of the process itself: `/api/health` (as ready), `/api/health/live`, `/api/health/ready`
 * and `/metrics`. They count against no limit. Null for every other path.
 */
export function createOwnAnswers(life: Life) {
  const answers: Record<string, (requestId: string) => Promise<Answer>> = {
    "/api/health": (requestId) => answerReady(life, requestId),
    "/api/health/live": answerLive,
    "/api/health/ready": (requestId) => answerReady(life, requestId),
    "/metrics": answerMetrics,
  };
  return (path: string, method: string, requestId: string): Promise<Answer> | null => {
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (answer === undefined) return null;
    if (method === "GET" || method === "HEAD") return answer(requestId);
    const error = new ServiceError("method_not_allowed", "This address answers GET, HEAD only");
    return Promise.resolve(problemAnswer(error, requestId, { Allow: "GET, HEAD" }));
  };
}
