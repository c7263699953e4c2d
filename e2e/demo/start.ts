import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { SettingsError } from "@/lib/platform/env";
import { settingsSchema } from "@/lib/platform/settings-schema";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { migrate } from "@/server/database/migrate";
import { openAuthority, trustSettings } from "../support/webhooks/authority";
import { type Received, type Receiver, startReceiver } from "../support/webhooks/receiver";
import { codeCount, listSignIns, openAccounts } from "./accounts";
import { type DemoFolder, keepDemo, openDemoFolder } from "./own-folder";

/** Webhooks of the demo end here: one path fails at the first attempt of every other event. */
function openReceiver(port = 0): Promise<Receiver> {
  const seen = new Set<string>();
  return startReceiver({
    port,
    script({ path, headers, number }: Received) {
      const id = String(headers["webhook-id"]);
      const isFirst = !seen.has(id);
      seen.add(id);
      return path === "/unreliable-stock-list" && isFirst && number % 2 === 0
        ? { status: 503, body: "busy" }
        : { status: 200, body: "ok" };
    },
  });
}

/** Settings of the demo and nothing else: what is set here, or in a file `.env`, is meant for a real service. */
function settle(folder: string): void {
  const port = process.env.PORT?.trim() || "3000";
  const others = Object.keys(settingsSchema.shape).map((name) => [name, ""]);
  Object.assign(process.env, Object.fromEntries(others), {
    NODE_ENV: "production",
    PORT: port,
    DATA_DIR: folder,
    DEMO: "true",
    LOG_LEVEL: "warn",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_RETRY_BASE_SECONDS: "5",
    ...trustSettings(),
  });
}

/** Fills the folder's database, unless an earlier start has done it. */
async function fill(folder: DemoFolder, receiver: Receiver): Promise<NonNullable<DemoFolder["kept"]>> {
  if (folder.kept !== null) return folder.kept;
  process.stdout.write(`Creating four accounts with ${codeCount} codes and 90 days of scans …\n`);
  const database = await openEmbeddedDatabase(folder.path);
  try {
    await migrate(database.url);
    setDatabaseUrl(database.url);
    const apiKey = await openAccounts(`https://127.0.0.1:${receiver.port}`);
    const kept = { receiverPort: receiver.port, apiKey };
    keepDemo(folder, kept);
    return kept;
  } finally {
    await closeDatabase();
    await database.release();
  }
}

/** Starts a service with made-up data, until Ctrl-C: `npm run demo`. */
async function startDemo(): Promise<number> {
  try {
    process.loadEnvFile();
  } catch {}
  const folder = openDemoFolder(process.env);
  const closeAuthority = await openAuthority();
  settle(folder.path);
  const receiver = await openReceiver(folder.kept?.receiverPort);
  try {
    const { apiKey } = await fill(folder, receiver);
    const service = spawn(process.execPath, ["dist/start.js"], { stdio: ["ignore", "pipe", "inherit"] });
    // The terminal sends Ctrl-C to both; the demo ends after its service.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => service.kill(signal));
    service.stdout.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk);
      if (!chunk.includes("Quietzone is ready")) return;
      const lines = [
        "",
        "Sign in with:",
        ...listSignIns(),
        "",
        `API key of the developer: ${apiKey}`,
        `Data: ${folder.path}`,
      ];
      process.stdout.write(`${lines.join("\n")}\n`);
    });
    const [code] = (await once(service, "exit")) as [number | null];
    return code ?? 1;
  } finally {
    await receiver.close();
    await closeAuthority();
  }
}

startDemo().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof SettingsError ? error.faults.join("\n") : (error as Error).stack}\n`,
    );
    process.exit(1);
  },
);
