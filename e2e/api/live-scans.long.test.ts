import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { type EventStream, openStream } from "../support/event-stream";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { newShortUrl, visit } from "../support/short-urls";
import { newScannedCode, newVisit, newVisits, openRecorders, type ScannedCode } from "../support/visits";

const path = "/live/scans";
const services = openServices();
const recorder = openRecorders().newRecorder();
let second: RunningService;
let account: TestAccount;
let code: ScannedCode;
let browser: BrowserSession;

beforeAll(async () => {
  const settings = { DATA_DIR: services.newFolder(), DATABASE_URL: inject("databaseUrl") };
  second = await services.start({ ...settings, TRUSTED_PROXIES: "127.0.0.1, ::1" });
  account = await newAccount("pro");
  code = await newScannedCode(callerOf(account, "pro"));
  browser = await signIn(account);
});

async function signIn({ email, password }: TestAccount, baseUrl = inject("baseUrl")) {
  const signedIn = new BrowserSession(baseUrl);
  expect((await signedIn.signIn(email, password)).status).toBe(200);
  return signedIn;
}

const open: EventStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function openLive(by = browser, headers: Record<string, string> = {}): Promise<EventStream> {
  const stream = await openStream(by, path, headers);
  open.push(stream);
  await stream.waitFor((one) => one.of("state").at(-1)?.data.state === "live");
  return stream;
}

const scan = (count: number) => Promise.all(newVisits(code, count).map((one) => recorder.record(one)));
const scansOf = (stream: EventStream) =>
  stream.of("scans").flatMap(({ data }) => data.scans as { id: string; scannedAt: string }[]);
const skippedOf = (stream: EventStream) =>
  stream.of("scans").reduce((sum, { data }) => sum + Number(data.skipped), 0);
const toldOf = (stream: EventStream) => scansOf(stream).length + skippedOf(stream);

/** Live, and past the moment from which it is told. */
async function openTold(by = browser): Promise<EventStream> {
  const stream = await openLive(by);
  await scan(1);
  await stream.waitFor((one) => scansOf(one).length > 0);
  stream.events.length = 0;
  return stream;
}

async function readIds(since: Date): Promise<string[]> {
  const { rows } = await sql.query(
    "SELECT id FROM scan WHERE account_id = $1 AND scanned_at > $2 ORDER BY scanned_at, id",
    [account.accountId, since],
  );
  return rows.map(({ id }) => id);
}

async function readLastStamp(): Promise<Date> {
  const { rows } = await sql.query("SELECT last_stamp AS at FROM scan_counter WHERE account_id = $1", [
    account.accountId,
  ]);
  return rows[0].at;
}

describe("200: GET /live/scans", () => {
  it("sends an event stream without caching, compression or buffering", async () => {
    const { headers } = await openLive();
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-encoding"]).toBeUndefined();
    const packed = await openLive(browser, { "accept-encoding": "gzip, br" });
    expect(packed.headers["content-encoding"]).toBeUndefined();
  });

  it("sends each of 1,000 scans per second once and in order, on both processes", async () => {
    const other = await signIn(account, second.baseUrl);
    const streams = [await openTold(), await openTold(other)];
    const last = newVisit(code);
    await recorder.record(last);
    for (const stream of streams) {
      await stream.waitFor((one) => scansOf(one).some(({ id }) => id === last.id));
      stream.events.length = 0;
    }
    const since = await readLastStamp();
    const startedAt = performance.now();
    for (let round = 1; round <= 20; round += 1) {
      await scan(150);
      // Keeps to 1,000 scans per second.
      await sleep(Math.max(0, startedAt + round * 150 - performance.now()));
    }
    const ids = await readIds(since);
    expect(ids).toHaveLength(3_000);
    for (const stream of streams) {
      await stream.waitFor((one) => toldOf(one) >= 3_000);
      const told = scansOf(stream).filter(({ id }) => ids.includes(id));
      expect(told.length + skippedOf(stream)).toBe(3_000);
      // In their order, though some may be left out.
      const places = told.map(({ id }) => ids.indexOf(id));
      expect(places).toEqual(places.toSorted((one, after) => one - after));
      expect(new Set(places).size).toBe(places.length);
      expect(told.length).toBeGreaterThan(1_000);
    }
  });

  it("sends a visit handled by one process to a stream on another", async () => {
    const stream = await openTold();
    const shortUrl = await newShortUrl((await newKey(account)).apiKey);
    expect((await visit(shortUrl.path, { baseUrl: second.baseUrl })).status).toBe(302);
    await stream.waitFor((one) => scansOf(one).length > 0);
    expect(scansOf(stream)).toEqual([
      expect.objectContaining({ qrCodeId: shortUrl.id, device: "Mobile", os: "iOS" }),
    ]);
  });

  it("continues after Last-Event-ID without gaps or repeats", async () => {
    const first = await openTold();
    await scan(10);
    await first.waitFor((one) => scansOf(one).length === 10);
    const last = first.of("scans").at(-1)?.id ?? "";
    expect(last).toBe(scansOf(first).at(-1)?.scannedAt);
    first.close();
    await scan(25);
    const next = await openLive(browser, { "last-event-id": last });
    await scan(5);
    await next.waitFor((one) => scansOf(one).length >= 30);
    expect(scansOf(next).map(({ id }) => id)).toEqual(await readIds(new Date(last)));
  });

  it("reports the number of skipped scans to a slow reader", async () => {
    const slow = await openTold();
    slow.pause();
    for (let round = 0; round < 40; round += 1) {
      await scan(500);
      // Spreads the scans over several reads of the stream, which are 200 ms apart.
      await sleep(20);
    }
    slow.resume();
    await slow.waitFor((one) => toldOf(one) >= 20_000);
    expect(toldOf(slow)).toBe(20_000);
    expect(skippedOf(slow)).toBeGreaterThan(0);
  });
});

describe("200: GET /live/scans?code=", () => {
  const countOf = (stream: EventStream) => stream.of("count").at(-1)?.data;

  it.each(["free", "starter", "pro"] as const)(
    "sends only the count and the last scan on %s",
    async (plan) => {
      const watcher = await newAccount(plan);
      const own = await newScannedCode(callerOf(watcher, plan));
      const stream = await openStream(await signIn(watcher), `${path}?code=${own.codeId}`);
      open.push(stream);
      await stream.waitFor((one) => countOf(one)?.scanCount === 0);
      await recorder.record(newVisit(own));
      await stream.waitFor((one) => countOf(one)?.scanCount === 1);
      expect(countOf(stream)).toEqual({ scanCount: 1, lastScanned: expect.stringMatching(/Z$/) });
      expect(new Set(stream.events.map(({ event }) => event))).toEqual(new Set(["count", "state"]));
    },
  );

  it("A5: answers 404 for another account's or an unknown code, and 403 on a plan without a dashboard", async () => {
    const stranger = await signIn(await newAccount("pro"));
    for (const id of [code.codeId, "0199aa00-0000-7000-8000-000000000000", "x", ""]) {
      const answer = await stranger.send(`${path}?code=${id}`);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, "not_found"]);
    }
    const developer = await signIn(await newAccount("developer"));
    expect((await developer.send(`${path}?code=${code.codeId}`)).status).toBe(403);
  });
});

describe("GET /live/scans refusals", () => {
  it("401: without a session, and no redirect", async () => {
    const { apiKey } = await newKey(account);
    const visitor = new BrowserSession(inject("baseUrl"));
    for (const headers of [
      {},
      { authorization: `Bearer ${apiKey}` },
      { cookie: "next-auth.session-token=x" },
    ]) {
      const answer = await visitor.send(path, { headers });
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, "not_signed_in"]);
      expect(answer.headers.get("location")).toBeNull();
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(JSON.parse(answer.text).requestId).toBe(answer.headers.get("x-request-id"));
    }
  });

  it.each(["free", "starter", "developer"] as const)("403: on plan %s", async (plan) => {
    const answer = await (await signIn(await newAccount(plan))).send(path);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, "plan_required"]);
  });

  it("400: an invalid Last-Event-ID; 405: another method; HEAD opens no stream", async () => {
    const odd = await browser.send(path, { headers: { "last-event-id": "yesterday" } });
    expect([odd.status, JSON.parse(odd.text).code]).toEqual([400, "validation_failed"]);
    expect((await browser.send(path, { method: "PUT" })).status).toBe(405);
    const head = await browser.send(path, { method: "HEAD" });
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/event-stream; charset=utf-8",
    ]);
  });

  it("429: a ninth stream of an account, until one closes", async () => {
    const many = await signIn(await newAccount("pro"));
    const streams: EventStream[] = [];
    for (let n = 0; n < 8; n += 1) streams.push(await openLive(many));
    const refused = await many.send(path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    streams[0]?.close();
    await expect
      .poll(
        () =>
          openLive(many).then(
            () => "open",
            () => "refused",
          ),
        { timeout: 10_000 },
      )
      .toBe("open");
  });
});

describe("end of a live stream", () => {
  it("A9: follows sign-out or a plan change, and reconnecting is refused", async () => {
    const [one, other] = [await newAccount("pro"), await newAccount("pro")];
    const [leaver, mover] = [await signIn(one), await signIn(other)];
    const [left, moved] = [await openLive(leaver), await openLive(mover)];
    const cookie = leaver.cookieHeader();
    await leaver.signOut();
    await changePlan(other.accountId, "starter");
    expect(await Promise.all([left.ended, moved.ended])).toEqual(["ended", "ended"]);
    expect(left.events.at(-1)).toMatchObject({ event: "end", data: { reason: "signed_out" } });
    expect(moved.events.at(-1)).toMatchObject({ event: "end", data: { reason: "plan_changed" } });
    expect((await leaver.send(path, { headers: { cookie } })).status).toBe(401);
    expect((await mover.send(path)).status).toBe(403);
  });

  it("O3: follows SIGTERM, which an open stream does not delay", async () => {
    const stream = await openLive(await signIn(account, second.baseUrl));
    expect(await second.stop()).toBe(0);
    expect(await stream.ended).toBe("ended");
    expect(stream.events.at(-1)).toMatchObject({ event: "end", data: { reason: "stopping" } });
  });
});
