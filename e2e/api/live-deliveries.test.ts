import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
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
  it("is a stream that nobody on the way keeps, packs or holds back, and tells what is new", async () => {
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

  it("is of the environment and the filter that its address names", async () => {
    const [sandbox, failed] = [
      await openLive(browser, "?environment=sandbox"),
      await openLive(browser, "?event=qr.deleted"),
    ];
    const { id } = await sendTest(callerOf(account, "developer"), webhookId, { type: "qr.deleted" });
    await failed.waitFor((one) => idsOf(one).includes(id));
    expect(idsOf(sandbox)).toEqual([]);
  });

  it("A9: ends when its session does, and when its plan no longer has webhooks", async () => {
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

describe("what is refused", () => {
  it("A7: a stranger, a plan without webhooks, and a ninth stream", async () => {
    const stranger = new BrowserSession(inject("baseUrl"));
    expect((await stranger.send(path)).status).toBe(401);
    const free = await signIn(await newAccount("free"));
    for (const method of ["GET", "HEAD"]) expect((await free.send(path, { method })).status).toBe(403);
    for (let count = 0; count < 8; count++) await openLive();
    expect((await browser.send(path)).status).toBe(429);
    expect((await browser.send(path, { method: "HEAD" })).status).toBe(200);
  });
});
