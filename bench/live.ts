import { spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { runAdmin } from "@/e2e/support/admin";
import { BrowserSession } from "@/e2e/support/browser-session";
import { insertCodes } from "@/e2e/support/tenants";
import { scanOf } from "./callers";
import { sendPaced } from "./load";
import type { ServiceSubject } from "./processes";
import { formatMs, percentile, type Ratio } from "./report";
import { besideService } from "./short-codes";

const perSecond = 1_000;
const scans = 10_000;
const arriveWithinMs = 10_000;
const email = "live@quietzone.example";
const password = "six quiet modules";

interface Seen {
  /** From the stamp that a scan's commit gave it until its event was read, in milliseconds. */
  delays: number[];
  /** Scans that the stream only counted. */
  skipped: number;
}

/**
 * How long a scan takes to the live stream of a signed-in browser while one account is scanned 1,000 times a second: from
 * its stamp, which is given before its redirect is answered, by the one clock of this machine.
 */
export async function measureLive(service: ServiceSubject): Promise<{ sent: number; ratios: Ratio[] }> {
  const paths = await seedAccount(service);
  const quiet = await measureStream(service, paths, "");
  // Other work of the machine's takes one of its cores, with no regard for anybody.
  const other = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
  try {
    const crowded = await measureStream(service, paths, " beside a process that takes a core");
    return { sent: 2 * scans, ratios: [quiet, crowded] };
  } finally {
    other.kill("SIGKILL");
  }
}

async function measureStream(
  service: ServiceSubject,
  paths: readonly string[],
  where: string,
): Promise<Ratio> {
  const seen: Seen = { delays: [], skipped: 0 };
  const stream = await openLive(service, seen);
  await sendPaced(service.origin, scanOf(paths), { amount: scans, perSecond, status: 302 });
  const deadline = performance.now() + arriveWithinMs;
  while (seen.delays.length + seen.skipped < scans && performance.now() < deadline) await sleep(50);
  stream.destroy();
  const told = seen.delays.length + seen.skipped;
  if (told !== scans) throw new Error(`${scans} short URLs were answered, and the stream told of ${told}.`);
  const p99 = percentile(seen.delays, 0.99);
  return {
    what: `p99 in s from a scan to its live event at ${perSecond} scans/s${where}; peer: their median`,
    ours: `${formatMs(p99)}, ${seen.skipped} skipped`,
    peer: formatMs(percentile(seen.delays, 0.5)),
    ratio: p99 / 1_000,
    aim: { atMost: 1 },
  };
}

async function seedAccount(service: ServiceSubject): Promise<string[]> {
  const words = ["account:create", "--email", email, "--password", password, "--plan", "pro"];
  const { stdout, stderr } = await runAdmin(words, { DATA_DIR: service.dataDir });
  if (stdout === "") throw new Error(stderr);
  const { accountId } = JSON.parse(stdout) as { accountId: string };
  return besideService(service, async (pool) => {
    const wanted = Array.from({ length: 20 }, () => ({
      accountId,
      environment: "production" as const,
      isDynamic: true,
    }));
    await insertCodes(pool, wanted);
    const { rows } = await pool.query<{ shortCode: string }>(
      `SELECT short_code AS "shortCode" FROM qr_code WHERE account_id = $1`,
      [accountId],
    );
    return rows.map(({ shortCode }) => `/r/${shortCode}`);
  });
}

/** A browser that is signed in and has been told that it is live. */
async function openLive(service: ServiceSubject, seen: Seen): Promise<IncomingMessage> {
  const browser = new BrowserSession(service.origin.replace("127.0.0.1", "localhost"));
  const { status, text } = await browser.signIn(email, password);
  if (status !== 200) throw new Error(`Signing in: ${status} ${text}`);
  const outgoing = request(new URL("/live/scans", browser.baseUrl), {
    headers: { cookie: browser.cookieHeader(), "x-forwarded-for": browser.client },
    agent: false,
  });
  outgoing.end();
  const [stream] = (await once(outgoing, "response")) as [IncomingMessage];
  if (stream.statusCode !== 200) throw new Error(`GET /live/scans: ${stream.statusCode}`);
  // It is cut from here at the end.
  stream.on("error", () => {});
  let rest = "";
  await new Promise<void>((resolve) => {
    stream.setEncoding("utf8").on("data", (text: string) => {
      const now = Date.now();
      const blocks = (rest + text).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) if (readEvent(block, now, seen)) resolve();
    });
  });
  return stream;
}

/** Whether it says that the stream is live from here on. */
function readEvent(block: string, now: number, seen: Seen): boolean {
  const event = /^event: (\w+)$/m.exec(block)?.[1];
  const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}") as {
    state?: string;
    scans?: { scannedAt: string }[];
    skipped?: number;
  };
  for (const { scannedAt } of data.scans ?? []) seen.delays.push(now - Date.parse(scannedAt));
  seen.skipped += data.skipped ?? 0;
  return event === "state" && data.state === "live";
}
