import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { env } from "@/lib/platform/env";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { copyTemplate, createMigratedDatabase, prepareTemplate, unsetViteBaseUrl } from "./database";
import { findFreePort } from "./free-port";
import { MailReceiver } from "./mail-receiver";
import { openAuthority, trustSettings } from "./webhooks/authority";
import { startDnsStub } from "./webhooks/dns-stub";

declare module "vitest" {
  export interface ProvidedContext {
    /** Origin of the service under test, as it names itself. */
    baseUrl: string;
    /** Its database, for back-dating rows and for looking at what was stored. */
    databaseUrl: string;
  }
}

const startMs = 60_000;
const stopMs = 30_000;
const root = new URL("../..", import.meta.url).pathname;

/** A service that runs as the operator's would. */
export interface RunningService {
  baseUrl: string;
  process: ChildProcess;
  /** Everything that it has written. */
  output(): string;
  /** SIGTERM; resolves with the exit status when the process is gone. */
  stop(): Promise<number | null>;
}

/** What each of our programs says once it works. */
const isReady = /^Quietzone(?:'s worker)? is ready/m;

/** Services with one database share the key that its secrets are encrypted with; an embedded one has it beside itself. */
export function sharedSecrets({ DATABASE_URL }: Record<string, string>): Record<string, string> {
  const { ENCRYPTION_KEY } = process.env;
  return DATABASE_URL && ENCRYPTION_KEY ? { ENCRYPTION_KEY } : {};
}

/** Names the databases of the run's services to the processes of its tests, separated by spaces. */
const servedVariable = "QUIETZONE_TEST_SERVED";

/** A further service on the database of a run's service delivers nothing: its settings are not those of the tests. */
function withoutDeliveries({ DATABASE_URL }: Record<string, string>): Record<string, string> {
  const served = process.env[servedVariable]?.split(" ") ?? [];
  return DATABASE_URL !== undefined && served.includes(DATABASE_URL) ? { WORKER: "separate" } : {};
}

/** Starts `dist/start.js`, or another program, with these settings alone and waits until it says that it is ready. */
export async function startBuiltService(
  settings: Record<string, string>,
  [program, ...words]: [string, ...string[]] = [process.execPath, "dist/start.js"],
): Promise<RunningService> {
  const port = settings.PORT ?? String(await findFreePort());
  const child = spawn(program, words, {
    cwd: root,
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LOG_LEVEL: "warn",
      ...trustSettings(),
      ...sharedSecrets(settings),
      ...withoutDeliveries(settings),
      ...settings,
      PORT: port,
    },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString("utf8");
  const exited = once(child, "exit");
  const deadline = performance.now() + startMs;
  while (!isReady.test(output())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`The service did not start.\n${output()}`);
    }
    await sleep(25);
  }
  return {
    baseUrl: `http://localhost:${port}`,
    process: child,
    output,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), stopMs);
      await exited;
      clearTimeout(timer);
      return child.exitCode;
    },
  };
}

/** Processes of this machine whose command names the text. */
export function findProcesses(text: string): string[] {
  const { stdout } = spawnSync("ps", ["-ww", "-eo", "pid,stat,args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line));
}

function requireBuild(): void {
  const { status } = spawnSync(process.execPath, ["server/ensure-build.mjs"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The service could not be built.");
}

async function openDatabaseOf(dataDir: string) {
  const { databaseUrl } = env;
  if (databaseUrl !== undefined) return { ...(await createMigratedDatabase(databaseUrl)), isSpare: true };
  copyTemplate(dataDir);
  // Beside the service, which has the server started: both hold it, and the last one stops it.
  const embedded = await openEmbeddedDatabase(dataDir);
  return { url: embedded.url, drop: () => embedded.release(), isSpare: false };
}

/** Which errors a service has logged, each once with its count: many tests provoke them. */
function describeErrors(output: string): string {
  const counts = new Map<string, number>();
  for (const line of output.match(/^\{"level":"error".*$/gm) ?? []) {
    // Read as text, since the two output streams may meet within a line: the cause comes first, what was going on last.
    const texts = [...line.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
    const text = texts.reverse().join(": ").slice(0, 200);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `The service logged ${count} times: ${text}\n`).join("");
}

/**
 * For tests from outside: the built service on a port and a database of its own. Tests may name their client's address
 * in `X-Forwarded-For`; webhooks may lead to loopback and to names below `example.test`. Afterwards it must stop by
 * SIGTERM and leave no process behind.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  unsetViteBaseUrl();
  requireBuild();
  const removeTemplate = await prepareTemplate();
  const dataDir = await mkdtemp(join(tmpdir(), "quietzone-e2e-"));
  // Shared with the tests, which write rows of webhooks whose secrets the service opens.
  // One key for every project's service: the processes of all their tests inherit it from here.
  const secrets = { ENCRYPTION_KEY: process.env.ENCRYPTION_KEY ?? randomBytes(32).toString("base64url") };
  Object.assign(process.env, secrets);
  const [database, closeAuthority, names, receiver] = await Promise.all([
    openDatabaseOf(dataDir),
    openAuthority(),
    startDnsStub(),
    new MailReceiver().open(),
  ]);
  // Where the reference's examples of webhooks point.
  names.answer("example.com", { a: ["127.0.0.1"] });
  const service = await startBuiltService({
    DATA_DIR: dataDir,
    ...secrets,
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    SUPPORT_EMAIL: "support@example.com",
    SMTP_URL: receiver.smtpUrl,
    MAIL_FROM: "Quietzone <mail@example.com>",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_DNS_SERVERS: names.address,
    DOMAIN_DNS_SERVERS: names.address,
    WEBHOOK_RETRY_BASE_SECONDS: "0.2",
    WEBHOOK_RETRY_FACTOR: "2",
    ...(database.isSpare ? { DATABASE_URL: database.url } : {}),
  });
  process.env[servedVariable] = [process.env[servedVariable] ?? "", database.url].join(" ").trim();
  project.provide("baseUrl", service.baseUrl);
  project.provide("databaseUrl", database.url);
  return async () => {
    const status = await service.stop();
    await Promise.all([database.drop(), names.close(), receiver.close(), closeAuthority(), removeTemplate()]);
    process.stdout.write(describeErrors(service.output()));
    const left = findProcesses(dataDir);
    await rm(dataDir, { recursive: true, force: true });
    if (status !== 0) throw new Error(`The service ended with status ${status}.\n${service.output()}`);
    if (left.length > 0) throw new Error(`Processes were left behind:\n${left.join("\n")}`);
  };
}
