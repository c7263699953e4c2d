import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { verifyWebhook } from "@/clients/typescript/src/index";
import { callV1, newAccount, newKey } from "../../support/accounts";
import { RunningProgram, startFeed } from "../../support/client-programs";
import { findFreePort } from "../../support/free-port";
import { openServices } from "../../support/process/services";
import { newShortUrl, visit } from "../../support/short-urls";

/** The command as it is in the tarball, built with the service. */
const command = resolve("clients/typescript/dist/cli.js");

const services = openServices();
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

/** Which service is asked, by which key: the feed in memory unless told. */
interface Service {
  url: string;
  key: string;
}

const env = ({ url, key }: Service = { url: feed.url, key: "qr_test_x" }) => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  XDG_CONFIG_HOME: folder,
  QUIETZONE_URL: url,
  QUIETZONE_API_KEY: key,
});

/** Starts `listen`; `isReady: false` where it ends by itself or its service is away. */
async function listen(
  words: string[] = [],
  { isReady = true, service }: { isReady?: boolean; service?: Service } = {},
): Promise<RunningProgram> {
  const program = new RunningProgram(
    [process.execPath, command, "listen", "--forward-to", hook.url, ...words],
    folder,
    env(service),
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

it("listen forwards new events, signed with the secret that it prints", async () => {
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

it("listen signs with a given secret and forwards only the given types", async () => {
  const secret = `whsec_${Buffer.from("a1".repeat(32)).toString("base64")}`;
  const program = await listen(["--secret", secret, "--types", "qr.created,qr.updated"]);
  feed.events.push(event(1), event(2, "qr.updated"));
  await expect.poll(program.output).toContain("evt_2");
  expect(forwarded()).toEqual(["evt_2"]);
  expect(program.output()).not.toContain("whsec_");
  const [{ body, headers } = { body: "", headers: {} }] = hook.deliveries;
  await expect(verifyWebhook(body, headers, secret)).resolves.toMatchObject({ id: "evt_2" });
});

it("listen continues after a restart of the service without gaps or repeats", async () => {
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

it("listen reports the program's status and continues when nothing listens there", async () => {
  hook.state.status = 500;
  const program = await listen();
  feed.events.push(event(1));
  await expect.poll(program.output).toMatch(/evt_1 {2}500/);
  await hook.close();
  feed.events.push(event(2));
  await expect.poll(program.output).toMatch(/evt_2 {2}nothing listens there/);
  hook = await startHook();
});

it("listen --replay forwards one event and exits; an unknown event is an error", async () => {
  feed.events.push(event(1), event(2));
  const program = await listen(["--replay", "evt_1"], { isReady: false });
  expect(await program.ended).toBe(0);
  expect(forwarded()).toEqual(["evt_1"]);
  for (const status of [404, 500]) {
    hook.state.status = status;
    const refused = await listen(["--replay", "evt_1"], { isReady: false });
    expect(await refused.ended).toBe(1);
    expect(refused.results()).toMatch(new RegExp(`evt_1 {2}${status} `));
  }
  await hook.close();
  const dead = await listen(["--replay", "evt_1"], { isReady: false });
  expect(await dead.ended).toBe(1);
  expect(dead.results()).toMatch(/evt_1 {2}nothing listens there/);
  hook = await startHook();
  const unknown = await listen(["--replay", "evt_9"], { isReady: false });
  expect(await unknown.ended).toBe(4);
  expect(unknown.output()).toContain("There is no event evt_9");
});

it("events reads the feed to its end, or up to a limit and after a cursor", async () => {
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

it("listen --resume continues after a kill with each event once", async () => {
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

it("listen --resume names the option that starts again when its place has expired, and starts there", async () => {
  feed.events.push(event(1));
  const first = await listen(["--resume"]);
  await expect.poll(() => readdirSync(join(folder, "quietzone")).length).toBe(1);
  await first.stop();
  feed.state.isGone = true;
  const expired = await listen(["--resume"], { isReady: false });
  expect(await expired.ended).toBe(4);
  expect(expired.output()).toContain("Hint: Add --from now or --from oldest to start again.");
  feed.state.isGone = false;
  const again = await listen(["--resume", "--from", "oldest"]);
  await expect.poll(forwarded).toEqual(["evt_1"]);
  await again.stop();
  feed.events.push(event(2));
  const now = await listen(["--resume", "--from", "now"]);
  feed.events.push(event(3));
  await expect.poll(forwarded).toEqual(["evt_1", "evt_3"]);
  await now.stop();
  expect(await (await listen(["--from", "1"], { isReady: false })).ended).toBe(2);
});

it.each(["{}", "null", "[]", '{"after":7,"done":[]}', "{"])(
  "listen --resume names a file of its place that it can't read: %s",
  async (text) => {
    const first = await listen(["--resume"]);
    const stored = () => readdirSync(join(folder, "quietzone"));
    await expect.poll(() => stored().length).toBe(1);
    await first.stop();
    const file = join(folder, "quietzone", String(stored()[0]));
    writeFileSync(file, text);
    const unreadable = await listen(["--resume"], { isReady: false });
    expect(await unreadable.ended).toBe(2);
    expect(unreadable.output()).toContain(`${file} is not readable: delete it`);
    await listen(["--resume", "--from", "now"]);
  },
);

it("listen refuses a name and password in the address before it starts", async () => {
  const words = ["--forward-to", "http://u:s3cret@localhost/hook"];
  const program = await listen(words, { isReady: false });
  expect(await program.ended).toBe(2);
  expect(program.output()).toContain("--forward-to takes an address without a name and password");
  expect(program.output()).not.toContain("s3cret");
});

it("no event steers the terminal", async () => {
  const program = await listen();
  feed.events.push({
    ...event(1, "scan\u001b[2J.created"),
    id: "evt_\u009b2J1",
    timestamp: "\u001b]0;x\u0007",
  });
  await expect.poll(program.output).toMatch(/scan \[2J\.created {2}evt_ 2J1/);
  const read = new RunningProgram([process.execPath, command, "events"], folder, env());
  running.push(read);
  expect(await read.ended).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(program.output() + read.output()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

interface Told {
  id: string;
  type: string;
  timestamp: string;
  data: { id: string };
}

it("listen follows the real feed across restarts of the service and its own, each event once, and replays one", async () => {
  const settings = { DATA_DIR: services.newFolder(), DATABASE_URL: inject("databaseUrl") };
  const first = await services.start(settings);
  const { apiKey: key } = await newKey(await newAccount("pro"));
  const service = { url: first.baseUrl, key };
  const read = async () => {
    const { json } = await callV1(key, "GET", "/events", { query: { limit: "100" } });
    return json.data as unknown as Told[];
  };
  // The run's own service has the same database, and goes on while the one that is followed is away.
  const act = async () => {
    const { id, path } = await newShortUrl(key);
    await visit(path);
    expect((await callV1(key, "PUT", `/qr-codes/${id}`, { body: { note: "At the door" } })).status).toBe(200);
  };
  const secret = `whsec_${Buffer.from("a1".repeat(32)).toString("base64")}`;
  const words = ["--resume", "--secret", secret];
  const program = await listen(words, { service });
  await act();
  const kinds = ["qr.created", "scan.created", "qr.updated"];
  const isTold = async (rounds: number) => {
    await expect.poll(forwarded, { timeout: 30_000 }).toHaveLength(rounds * kinds.length);
    // Each server names a scan's short URL by its own port; all else is the same.
    const described = ({ id, type, timestamp, data }: Told) => [id, type, timestamp, data.id];
    expect(hook.deliveries.map(({ body }) => described(JSON.parse(body)))).toEqual(
      (await read()).map(described),
    );
  };
  await isTold(1);
  await first.stop();
  await expect.poll(program.output, { timeout: 30_000 }).toContain("Trying again until it answers");
  await act();
  await services.start({ ...settings, PORT: new URL(service.url).port });
  await isTold(2);
  await expect.poll(program.output).toContain("The service answers again");
  await program.stop("SIGKILL");
  await act();
  await listen(words, { service });
  await isTold(3);
  for (const { body, headers } of hook.deliveries)
    await expect(verifyWebhook(body, headers, secret)).resolves.toEqual(JSON.parse(body));
  const [again = ""] = forwarded();
  const replay = await listen(["--replay", again], { isReady: false, service });
  expect(await replay.ended).toBe(0);
  expect(forwarded().filter((id) => id === again)).toHaveLength(2);
}, 120_000);

it("the command exits with 6 when the service is unreachable and with 2 for an invalid address", async () => {
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
