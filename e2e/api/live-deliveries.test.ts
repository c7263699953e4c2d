import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { sendTest } from "@/lib/webhooks";
import { callerOf, newAccount, newKey, type TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { type EventStream, openStream } from "../support/event-stream";
import { makeWebhook } from "../support/own-webhooks";
import { act } from "../support/server-actions";

const path = "/live/deliveries";
let account: TestAccount;
let webhookId: string;
let browser: BrowserSession;

async function signIn({ email, password }: TestAccount) {
  const signedIn = new BrowserSession(inject("baseUrl"));
  expect((await signedIn.signIn(email, password)).status).toBe(200);
  return signedIn;
}

beforeAll(async () => {
  account = await newAccount("developer");
  ({ id: webhookId } = await makeWebhook(await newKey(account)));
  browser = await signIn(account);
});

const open: EventStream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function openLive(by = browser, query = ""): Promise<EventStream> {
  const stream = await openStream(by, path + query);
  open.push(stream);
  await stream.waitFor((one) => one.of("rows").length > 0);
  return stream;
}
const idsOf = (stream: EventStream) =>
  stream.of("rows").flatMap(({ data }) => (data.rows as { id: string }[]).map(({ id }) => id));

describe("200: GET /live/deliveries", () => {
  it("sends new deliveries as an event stream without caching, transformation or buffering", async () => {
    const stream = await openLive();
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(stream.of("state").at(-1)?.data).toEqual({ state: "live" });
    const { id } = await sendTest(callerOf(account, "developer"), webhookId, {});
    await stream.waitFor((one) => idsOf(one).includes(id));
  });

  it("sends only deliveries of the requested environment and filter", async () => {
    const [sandbox, failed] = [
      await openLive(browser, "?environment=sandbox"),
      await openLive(browser, "?event=qr.deleted"),
    ];
    const { id } = await sendTest(callerOf(account, "developer"), webhookId, { type: "qr.deleted" });
    await failed.waitFor((one) => idsOf(one).includes(id));
    expect(idsOf(sandbox)).toEqual([]);
  });

  it("A9: ends when the session ends or the plan no longer has webhooks", async () => {
    const own = await newAccount("developer");
    const stream = await openLive(await signIn(own));
    await changePlan(own.accountId, "free");
    expect(await stream.ended).toBe("ended");
    expect(stream.of("end").at(-1)?.data).toEqual({ reason: "plan_changed" });
    await changePlan(own.accountId, "developer");
    const other = await signIn(own);
    const second = await openLive(other);
    await act(other, "/settings", "signOut");
    expect(await second.ended).toBe("ended");
    expect(second.of("end").at(-1)?.data).toEqual({ reason: "signed_out" });
  });
});

describe("GET /deliveries/counts", () => {
  const read = async (by: BrowserSession, query = "") => {
    const { status, headers, text } = await by.send(`/deliveries/counts${query}`);
    expect([status, headers.get("cache-control")], text).toEqual([200, "private, no-store"]);
    return JSON.parse(text);
  };

  it("A5: returns failed and waiting deliveries by webhook and event, to their owner only", async () => {
    const none = { failed: 0, waiting: 0 };
    const own = await newAccount("developer");
    const { id } = await makeWebhook(await newKey(own));
    await sql.query(
      `INSERT INTO delivery_count (webhook_id, event_type, status, count)
       VALUES ($1, 'qr.created', 'failed', 3), ($1, 'qr.deleted', 'retrying', 2)`,
      [id],
    );
    const owner = await signIn(own);
    expect(await read(owner)).toEqual({ failed: 3, waiting: 2 });
    expect(await read(owner, `?webhook=${id}&event=qr.deleted`)).toEqual({ failed: 0, waiting: 2 });
    expect(await read(owner, "?environment=sandbox")).toEqual(none);
    expect(await read(browser, `?webhook=${id}`)).toEqual(none);
  });

  it("A7: refuses signed-out visitors and plans without webhooks", async () => {
    const free = await signIn(await newAccount("free"));
    expect((await free.send("/deliveries/counts")).status).toBe(403);
    const { status, text } = await new BrowserSession(inject("baseUrl")).send("/deliveries/counts");
    expect([status, text]).not.toEqual([200, expect.stringContaining("failed")]);
  });
});

describe("GET /live/deliveries refusals", () => {
  it("A7: reject signed-out visitors, plans without webhooks and a ninth stream", async () => {
    const stranger = new BrowserSession(inject("baseUrl"));
    expect((await stranger.send(path)).status).toBe(401);
    const free = await signIn(await newAccount("free"));
    for (const method of ["GET", "HEAD"]) expect((await free.send(path, { method })).status).toBe(403);
    for (let count = 0; count < 8; count++) await openLive();
    expect((await browser.send(path)).status).toBe(429);
    expect((await browser.send(path, { method: "HEAD" })).status).toBe(200);
  });
});
