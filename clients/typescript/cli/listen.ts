import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { type Quietzone, QuietzoneError, type WebhookEvent } from "../src/index";
import { type Connection, configFolder, connect, readConnection, writePrivate } from "./connect";
import { follow } from "./follow";
import { exitCodes, plain, printLine, printNote, UsageError } from "./output";

interface Options extends Connection {
  forwardTo: string;
  secret?: string;
  types?: string;
  replay?: string;
  resume?: boolean;
  from?: "now" | "oldest";
}

/** As long as the service waits for a webhook. */
const timeoutMs = 10_000;

/** Adds `listen`: webhooks on a machine without a public address. */
export function addListen(program: Command): void {
  program
    .command("listen")
    .description("forward events to a program on this machine, signed like a webhook")
    .requiredOption("--forward-to <address>", "such as http://localhost:8080/hook")
    .option("--secret <secret>", "sign with this secret (whsec_…) instead of a new one")
    .option("--types <types>", "only these, separated by commas")
    .option("--replay <id>", "forward one event of the last 30 days again, then end")
    .option("--resume", "go on after the last event forwarded by listen --resume, instead of now")
    .addOption(
      new Option("--from <start>", "start at the next event or at the oldest one kept").choices([
        "now",
        "oldest",
      ]),
    )
    .action(async (_, command: Command) => listen(command.optsWithGlobals()));
}

async function listen(options: Options): Promise<void> {
  const target = readTarget(options.forwardTo);
  const secret = options.secret ?? newSecret();
  const key = readKey(secret);
  const quietzone = connect(options);
  if (options.replay !== undefined) {
    const event = await findEvent(quietzone, options.replay);
    const outcome = await send(event, target, key);
    printOutcome(event, outcome, options.json);
    const { status = 0 } = outcome;
    if (status < 200 || status > 299) process.exitCode = exitCodes.failed;
    return;
  }
  const place = new Place(options);
  const start = place.read();
  const done = new Set(start.done);
  const pages = follow(
    quietzone,
    { after: start.after, types: options.types?.split(",") },
    "Add --from now or --from oldest to start again.",
  );
  let isFirst = true;
  for await (const { data, nextCursor } of pages) {
    if (isFirst) introduce(target, options.secret === undefined ? secret : undefined, options);
    isFirst = false;
    for (const event of data) {
      if (done.has(event.id)) continue;
      const outcome = await send(event, target, key);
      // What is printed is stored, so that no restart repeats it.
      place.note(event.id);
      printOutcome(event, outcome, options.json);
    }
    done.clear();
    place.turn(nextCursor);
  }
}

/** Prints a secret that was made; one that was given is known. */
function introduce(target: string, secret: string | undefined, { json }: Options): void {
  if (json) {
    printLine(JSON.stringify({ ready: true, forwardTo: target, secret }));
    return;
  }
  if (secret !== undefined) printLine(`Secret: ${secret}`);
  printLine(`Forwarding events to ${target}. Press Ctrl+C to stop.`);
}

function readTarget(address: string): string {
  let url: URL | undefined;
  try {
    url = new URL(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  } catch {}
  if (url?.username || url?.password) {
    throw new UsageError("--forward-to takes an address without a name and password");
  }
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.href;
  throw new UsageError(`--forward-to is an address such as http://localhost:8080/hook, not ${address}`);
}

/** Of the same form as a webhook's `signingSecret`: the key is the 64 characters in base64. */
const newSecret = () => `whsec_${Buffer.from(randomBytes(32).toString("hex")).toString("base64")}`;

function readKey(secret: string): Buffer {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  if (key.length >= 16) return key;
  throw new UsageError("--secret is whsec_ and at least 16 bytes in base64; leave it out for a new one");
}

interface Outcome {
  status?: number;
  error?: string;
  durationMs: number;
}

/** Posts an event as a webhook posts it (Standard Webhooks). */
async function send(event: WebhookEvent, target: string, key: Buffer): Promise<Outcome> {
  const body = JSON.stringify(event);
  const startedAt = performance.now();
  const outcome = await fetch(target, {
    method: "POST",
    body,
    headers: sign(event, body, key),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return { status: response.status };
    },
    (error: Error) => ({ error: describe(error) }),
  );
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

function printOutcome({ id, type }: WebhookEvent, outcome: Outcome, isJson: boolean | undefined): void {
  const { status, error, durationMs } = outcome;
  if (isJson) printLine(JSON.stringify({ id, type, ...outcome }));
  else {
    const line = `${new Date().toISOString()}  ${type}  ${id}  ${status ?? error}  ${durationMs} ms`;
    printLine(plain(line));
  }
}

function sign({ id, type }: WebhookEvent, body: string, key: Buffer): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "Quietzone-Webhooks/1.0 (quietzone listen)",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
    "x-webhook-event": type,
    "x-webhook-signature": createHmac("sha256", key).update(body).digest("hex"),
  };
}

function describe(error: Error): string {
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1_000} s`;
  const { code } = (error.cause ?? {}) as { code?: string };
  return code === "ECONNREFUSED" ? "nothing listens there" : (code ?? error.message);
}

async function findEvent(quietzone: Quietzone, id: string): Promise<WebhookEvent> {
  for await (const { data } of follow(quietzone, { after: undefined, limit: 100, stopAtEnd: true })) {
    const found = data.find((event) => event.id === id);
    if (found !== undefined) return found;
  }
  const hint = "Run quietzone events to list the events of the last 30 days.";
  throw new QuietzoneError(`There is no event ${id} in the last 30 days`, {
    status: 404,
    code: "not_found",
    hint,
  });
}

interface Stored {
  /** Undefined: the oldest event kept. */
  after?: string | undefined;
  /** Events of the page after it that were forwarded. */
  done: string[];
}

function isStored(value: unknown): value is Stored {
  const { after, done } = (value ?? {}) as { after?: unknown; done?: unknown };
  return (after === undefined || typeof after === "string") && Array.isArray(done);
}

/** Undefined where there is none yet. */
function readPlace(name: string): Stored | undefined {
  const file = join(configFolder(), name);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw unreadable(file);
    printNote("There is no place to resume from: starting now.");
    return undefined;
  }
  try {
    const stored: unknown = JSON.parse(text);
    if (isStored(stored)) return stored;
  } catch {}
  throw unreadable(file);
}

const unreadable = (file: string) =>
  new UsageError(`${file} is not readable: delete it, or add --from now or --from oldest to start again`);

/** How far `--resume` has come: stored after each event, so that a crash repeats at most the one in flight. */
class Place {
  readonly #file: string | undefined;
  #stored: Stored = { after: "now", done: [] };

  constructor(private readonly options: Options) {
    if (options.from === "oldest") this.#stored.after = undefined;
    if (!options.resume) return;
    const { url, key } = readConnection(options);
    const name = createHash("sha256")
      .update(`${url}\n${key}\n${options.types ?? ""}`)
      .digest("hex");
    this.#file = `listen-${name.slice(0, 16)}.json`;
  }

  read(): Stored {
    if (this.#file !== undefined && this.options.from === undefined)
      this.#stored = readPlace(this.#file) ?? this.#stored;
    return { after: this.#stored.after, done: [...this.#stored.done] };
  }

  note(id: string): void {
    this.#stored.done.push(id);
    this.#write();
  }

  turn(after: string): void {
    this.#stored = { after, done: [] };
    this.#write();
  }

  #write(): void {
    if (this.#file !== undefined) writePrivate(this.#file, JSON.stringify(this.#stored));
  }
}
