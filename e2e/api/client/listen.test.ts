import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyWebhook } from "@/clients/typescript/src/index";
import { RunningProgram, startFeed } from "../../support/client-programs";
import { findFreePort } from "../../support/free-port";

/** The command as it is in the tarball, built with the service. */
const command = resolve("clients/typescript/dist/cli.js");

let folder: string;
let feed: Awaited<ReturnType<typeof startFeed>>;
let hook: Awaited<ReturnType<typeof startHook>>;
let running: RunningProgram[];

/** What `listen` forwards to: keeps each delivery, and answers 204. */
async function startHook() {
  const deliveries: { id: string; body: string; headers: Record<string, string> }[] = [];
  const state = { status: 204 };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const headers = request.headers as Record<string, string>;
    deliveries.push({ id: headers["webhook-id"] ?? "", body, headers });
    response.writeHead(state.status).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { deliveries, state, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "quietzone-listen-"));
  feed = await startFeed();
  hook = await startHook();
  running = [];
});

afterEach(async () => {
  for (const program of running) await program.stop();
  await feed.close();
  await hook.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  XDG_CONFIG_HOME: folder,
  QUIETZONE_URL: feed.url,
  QUIETZONE_API_KEY: "qr_test_x",
});

/** Starts `listen`; `isReady: false` where it ends by itself or its service is away. */
async function listen(words: string[] = [], { isReady = true } = {}): Promise<RunningProgram> {
  const program = new RunningProgram(
    [process.execPath, command, "listen", "--forward-to", hook.url, ...words],
    folder,
    env(),
  );
  running.push(program);
  if (isReady) await expect.poll(program.output).toContain("Forwarding events");
  return program;
}

const event = (number: number, type = "scan.created") => ({
  id: `evt_${number}`,
  type,
  timestamp: "2026-01-02T03:04:05.678Z",
  sandbox: false,
  data: { qrCodeName: "Menu, Tisch 4 – für Gäste" },
});

const forwarded = () => hook.deliveries.map(({ id }) => id);

it("forwards what happens from now on, signed with the secret that it prints", async () => {
  feed.events.push(event(0));
  const program = await listen();
  feed.events.push(event(1));
  await expect.poll(program.output).toMatch(/scan\.created {2}evt_1 {2}204 {2}\d+ ms/);
  const [, secret = ""] = /^Secret: (whsec_\S+)$/m.exec(program.output()) ?? [];
  const [delivery] = hook.deliveries;
  expect(forwarded()).toEqual(["evt_1"]);
  const verified = await verifyWebhook(delivery?.body ?? "", delivery?.headers ?? {}, secret);
  expect(verified).toEqual(event(1));
  expect(delivery?.headers["x-webhook-event"]).toBe("scan.created");
  const other = `whsec_${Buffer.from("0".repeat(64)).toString("base64")}`;
  await expect(verifyWebhook(delivery?.body ?? "", delivery?.headers ?? {}, other)).rejects.toThrow();
});

it("signs with a given secret, and forwards the given types only", async () => {
  const secret = `whsec_${Buffer.from("a1".repeat(32)).toString("base64")}`;
  const program = await listen(["--secret", secret, "--types", "qr.created,qr.updated"]);
  feed.events.push(event(1), event(2, "qr.updated"));
  await expect.poll(program.output).toContain("evt_2");
  expect(forwarded()).toEqual(["evt_2"]);
  const [{ body, headers } = { body: "", headers: {} }] = hook.deliveries;
  await expect(verifyWebhook(body, headers, secret)).resolves.toMatchObject({ id: "evt_2" });
});

it("goes on after a restart of the service without a gap or a repeat", async () => {
  const program = await listen();
  feed.events.push(event(1));
  await expect.poll(forwarded).toEqual(["evt_1"]);
  const [port, events] = [Number(new URL(feed.url).port), feed.events];
  await feed.close();
  await expect.poll(program.output, { timeout: 30_000 }).toContain("Trying again until it answers");
  feed = await startFeed(port);
  feed.events.push(...events, event(2), event(3));
  await expect.poll(forwarded, { timeout: 30_000 }).toEqual(["evt_1", "evt_2", "evt_3"]);
  await expect.poll(program.output).toContain("The service answers again");
});

it("reports what the program answers, and goes on when nothing listens there", async () => {
  hook.state.status = 500;
  const program = await listen();
  feed.events.push(event(1));
  await expect.poll(program.output).toMatch(/evt_1 {2}500/);
  await hook.close();
  feed.events.push(event(2));
  await expect.poll(program.output).toMatch(/evt_2 {2}nothing listens there/);
  hook = await startHook();
});

it("replays one event and ends; an unknown one is an error", async () => {
  feed.events.push(event(1), event(2));
  const program = await listen(["--replay", "evt_1"], { isReady: false });
  expect(await program.ended).toBe(0);
  expect(forwarded()).toEqual(["evt_1"]);
  const unknown = await listen(["--replay", "evt_9"], { isReady: false });
  expect(await unknown.ended).toBe(4);
  expect(unknown.output()).toContain("There is no event evt_9");
});

it("reads the feed to its end, or as far as it is told", async () => {
  feed.events.push(event(1), event(2), event(3));
  const read = async (words: string[]) => {
    const program = new RunningProgram([process.execPath, command, "events", ...words], folder, env());
    running.push(program);
    expect(await program.ended).toBe(0);
    return program;
  };
  const all = await read([]);
  expect(all.results()).toMatch(/evt_1 .+\n.+evt_2 .+\n.+evt_3 .+\n$/);
  expect(all.output()).toMatch(/^Cursor: 3$/m);
  const one = await read(["--limit", "1", "--after", "1"]);
  expect(one.results()).toMatch(/^2026\S+ +scan\.created +evt_2 .+\n$/);
  expect(one.output()).toMatch(/^Cursor: 2$/m);
  const lines = (await read(["--json", "--after", "2"])).results().trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([event(3)]);
});

it("resumes where it was killed, with each event once", async () => {
  const first = await listen(["--resume"]);
  feed.events.push(event(1), event(2));
  await expect.poll(first.output).toContain("evt_2");
  await first.stop("SIGKILL");
  feed.events.push(event(3));
  await listen(["--resume"]);
  await expect.poll(forwarded).toEqual(["evt_1", "evt_2", "evt_3"]);
  const [stored = ""] = readdirSync(join(folder, "quietzone"));
  expect(statSync(join(folder, "quietzone", stored)).mode & 0o777).toBe(0o600);
});

it("ends with 6 where the service was never there, and with 2 for an address that is none", async () => {
  const nobody = `http://127.0.0.1:${await findFreePort()}`;
  const program = new RunningProgram(
    [process.execPath, command, "codes", "list", "--url", nobody, "--key", "qr_test_x"],
    folder,
    env(),
  );
  running.push(program);
  expect(await program.ended).toBe(6);
  const wrong = new RunningProgram(
    [process.execPath, command, "listen", "--forward-to", "ftp://x"],
    folder,
    env(),
  );
  running.push(wrong);
  expect(await wrong.ended).toBe(2);
  expect(wrong.output()).toContain("http://localhost:8080/hook");
});
