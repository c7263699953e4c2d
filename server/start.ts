import { env, prepareProcess, SettingsError } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import type { Service } from "./service";

/** The whole stop, database included, is over within this time or the process ends all the same. */
const stopMs = 60_000;
/** A terminal and npm may both pass on one Ctrl-C; only a later signal is a second wish. */
const sameSignalMs = 1_000;

const isDevelopment = process.argv.includes("--dev");
let service: Service | undefined;
let starting: Promise<Service> | undefined;
let stoppedAt: number | undefined;
let force = () => {};
const forced = new Promise<void>((resolve) => {
  force = resolve;
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function exit(code: number): never {
  log.flush();
  process.exit(code);
}

/** Faults of the operator's making get their sentences; others a stack in the log. */
function reportFault(error: unknown): void {
  const sentences = error instanceof SettingsError ? error.faults : [(error as Error).message];
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  if (!(error instanceof SettingsError)) log.error({ err: error }, "the service could not start");
}

async function stop(code: number): Promise<void> {
  setTimeout(() => {
    log.fatal({}, "stopping took too long");
    exit(1);
  }, stopMs).unref();
  // A signal may come while the service is still starting: what is half open is closed when it is whole.
  const running = service ?? (await starting?.catch(() => undefined));
  await running?.stop(forced);
  exit(code);
}

function onSignal(signal: NodeJS.Signals): void {
  const now = performance.now();
  if (stoppedAt !== undefined) {
    if (now - stoppedAt > sameSignalMs) force();
    return;
  }
  stoppedAt = now;
  log.info({ signal }, "stopping");
  void stop(0);
}

/** Nobody knows in what state the process is: it says so, gives the database back, and is started again from outside. */
function onCrash(error: unknown): void {
  log.fatal({ err: error }, "an error was not handled; the process ends");
  log.flush();
  if (stoppedAt !== undefined) exit(1);
  stoppedAt = performance.now();
  force();
  void stop(1);
}

async function start(): Promise<void> {
  try {
    prepareProcess(isDevelopment ? "development" : "production");
    const { baseUrl, port } = env;
    const { startService } = await import("./service");
    starting = startService(isDevelopment);
    service = await starting;
    if (stoppedAt !== undefined) return;
    log.info({ port, baseUrl, mode: isDevelopment ? "development" : "production" }, "serving");
    say(`Quietzone is ready at ${baseUrl}`);
  } catch (error) {
    if (stoppedAt !== undefined) return;
    reportFault(error);
    exit(1);
  }
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
process.on("uncaughtException", onCrash);
process.on("unhandledRejection", onCrash);
// Whoever read our output may have gone; that is no reason to end.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

void start();
