import { readdir } from "node:fs/promises";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { isReplayed } from "@/lib/scans/replay";
import type { RunningService } from "./service";
import type { ScannedCode } from "./visits";

const agentOf = (visit: number) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/${visit} Safari/604.1`;

let visits = 0;

/** One visit by a visitor of its own: the status, or the error that the client saw. */
function visit(url: string, agent: Agent, number: number): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { "user-agent": agentOf(number) } }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", () => resolve("cut"));
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

/** Visitors at work. */
export interface Load {
  /** Numbers of the visits that were answered with a redirect. */
  answered: number[];
  /** Everything else that clients saw. */
  others: (number | string)[];
  stop(): Promise<void>;
}

/** Visitors on 24 connections, until they are stopped or nobody listens any more. */
export function startVisitors({ baseUrl }: RunningService, shortCode: string): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  const load = { answered: [] as number[], others: [] as (number | string)[] };
  let isOver = false;
  const clients = Array.from({ length: 24 }, async () => {
    while (!isOver) {
      const number = ++visits;
      const status = await visit(`${baseUrl}/r/${shortCode}`, agent, number);
      if (status === 302) load.answered.push(number);
      else load.others.push(status);
      if (typeof status === "string") return;
    }
  });
  return {
    ...load,
    async stop() {
      isOver = true;
      await Promise.all(clients);
      agent.destroy();
    },
  };
}

export async function readShortCode({ codeId }: ScannedCode): Promise<string> {
  const { rows } = await sql.query("SELECT short_code FROM qr_code WHERE id = $1", [codeId]);
  return rows[0].short_code;
}

/** Waits until nothing is in the spool any more. */
export async function untilReplayed(dataDir: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  const spool = join(dataDir, "spool");
  while (!(await isReplayed(spool))) {
    if (performance.now() > deadline) throw new Error(`the spool is not empty: ${await readdir(spool)}`);
    await sleep(50);
  }
}

/** What became of the visits that were answered, by what the database holds of them. */
export async function verifyScans(answered: readonly number[], { codeId }: ScannedCode) {
  const { rows } = await sql.query<{ agent: string; count: number }>(
    "SELECT user_agent AS agent, count(*)::int AS count FROM scan WHERE qr_code_id = $1 GROUP BY user_agent",
    [codeId],
  );
  const counts = new Map(rows.map(({ agent, count }) => [agent, count]));
  const stored = rows.reduce((sum, { count }) => sum + count, 0);
  const lost = answered.filter((number) => !counts.has(agentOf(number))).length;
  const double = rows.filter(({ count }) => count > 1).length;
  console.warn(`answered ${answered.length}, stored ${stored}, lost ${lost}, double ${double}`);
  const { rows: counted } = await sql.query("SELECT scan_count FROM qr_code WHERE id = $1", [codeId]);
  return { lost, double, isCounted: counted[0].scan_count === stored };
}

/** Nothing is lost, nothing double, and the code counts what is stored. */
export const allStored = { lost: 0, double: 0, isCounted: true };
