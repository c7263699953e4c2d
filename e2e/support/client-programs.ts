import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { callV1, newAccount, newKey } from "./accounts";
import { postTo } from "./sample-receivers";
import { newShortUrl, visit } from "./short-urls";
import { eventBody, newEventId, newSecretText, standardHeaders } from "./signed-events";

/** The blocks of a language in a document, such as the programs of a client's README. */
export async function readBlocks(document: string, language: string): Promise<string[]> {
  const text = await readFile(document, "utf8");
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(
    ([, block = ""]) => block,
  );
}

/** A program that goes on until it is stopped, with what it has written: two pipes, whose order among each other is unknown. */
export class RunningProgram {
  readonly #child: ChildProcess;
  #output = "";
  #results = "";
  readonly ended: Promise<number | null>;

  constructor([program, ...words]: readonly [string, ...string[]], cwd: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(program, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    }
    this.#child.stdout?.on("data", (chunk: Buffer) => {
      this.#results += chunk.toString();
    });
    this.ended = new Promise((resolve) => this.#child.once("close", resolve));
  }

  output = () => this.#output;

  /** Of its standard output alone. */
  results = () => this.#results;

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }
}

interface FeedEvent {
  id: string;
  type: string;
  [member: string]: unknown;
}

/** An events feed in memory, by the contract of `GET /api/v1/events`: a cursor is the number of events before it. */
export async function startFeed(port = 0) {
  const events: FeedEvent[] = [];
  const state = { isBusy: false, isGone: false };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://feed");
    response.setHeader("content-type", "application/json");
    if (state.isBusy) {
      response.writeHead(503).end('{"error":"Busy","code":"unavailable"}');
      return;
    }
    if (state.isGone && url.searchParams.get("after")?.match(/\d/)) {
      response.writeHead(410).end('{"error":"after is older","code":"gone","hint":"Leave out after"}');
      return;
    }
    const { after = "0", limit = "50", types } = Object.fromEntries(url.searchParams);
    const start = after === "now" ? events.length : Number(after);
    const page = events.slice(start, start + Number(limit));
    const data = page.filter(({ type }) => types === undefined || types.split(",").includes(type));
    const pagination = { limit: Number(limit), nextCursor: String(start + page.length) };
    response.end(JSON.stringify({ data, pagination }));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    state,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The program of a README that follows events: it writes those of an account once each, over a restart of its own, too. */
export async function expectFollower(start: (env: Record<string, string>) => RunningProgram, folder: string) {
  const { apiKey } = await newKey(await newAccount("pro"));
  const follow = () => start({ QUIETZONE_API_KEY: apiKey });
  const cursor = () => readFile(join(folder, "cursor.txt"), "utf8").catch(() => "");
  const read = async (after: string) => {
    const query = { after, types: "qr.created,scan.created" };
    const { json } = await callV1(apiKey, "GET", "/events", { query });
    return (json.data as unknown as FeedEvent[]).map(({ id, type }) => `${id} ${type}\n`).join("");
  };
  const first = follow();
  const second: RunningProgram[] = [];
  try {
    await expect.poll(cursor, { timeout: 20_000 }).not.toBe("");
    const start = await cursor();
    const { id, path } = await newShortUrl(apiKey);
    await callV1(apiKey, "PUT", `/qr-codes/${id}`, { body: { note: "At the door" } });
    await visit(path);
    await expect.poll(() => read(start)).toMatch(/^\S+ qr\.created\n\S+ scan\.created\n$/);
    await expect.poll(first.output).toBe(await read(start));
    await expect.poll(async () => read(await cursor())).toBe("");
    await first.stop();
    const stopped = await cursor();
    await newShortUrl(apiKey);
    second.push(follow());
    await expect.poll(() => second[0]?.output(), { timeout: 20_000 }).toBe(await read(stopped));
    expect(await read(stopped)).toMatch(/^\S+ qr\.created\n$/);
  } finally {
    await Promise.all([first, ...second].map((program) => program.stop()));
  }
}

/** The receiver of a README takes a delivery that its secret signed, and refuses another. */
export async function expectReceiver(start: (env: Record<string, string>) => RunningProgram, port: number) {
  const secret = newSecretText();
  const receiver = start({ PORT: `${port}`, WEBHOOK_SECRET: secret });
  try {
    const id = newEventId();
    const body = eventBody(id, '{"qrCodeName":"Menu, table 4"}');
    const send = (key: string) => postTo({ port }, body, standardHeaders(id, body, key)).catch(() => 0);
    await expect.poll(() => send(newSecretText())).toBe(401);
    expect(await send(secret)).toBe(204);
    await expect.poll(receiver.output).toContain(id);
  } finally {
    await receiver.stop();
  }
}
