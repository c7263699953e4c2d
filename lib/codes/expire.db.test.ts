import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { addListener, readEvents } from "@/e2e/support/events";
import { explainScans, planModes } from "@/e2e/support/explain";
import { recordStatements } from "@/e2e/support/statements";
import { newVisit, openRecorders } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { readEvents as readFeed } from "@/lib/event-feed";
import { openConnection, sql } from "@/lib/platform/db";
import { reportEnded } from "./expire";
import { createCode, updateCode } from "./index";
import { expiredDataSchema, type NewCode, type Rules } from "./schema";
import { restoreCodes, softDeleteCodes } from "./soft-delete";

const recorder = openRecorders().newRecorder();
const past = "2026-01-02T03:04:05.678Z";
const future = () => new Date(Date.now() + 3_600_000).toISOString();

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  await addListener(caller, { events: ["qr.expired"] });
});

const create = (settings: Rules, who = caller, tags: string[] = []) =>
  createCode(who, { ...plainCode, isDynamic: true, tags, settings } as NewCode);
const update = (id: string, settings: { [name in keyof Rules]?: Rules[name] | null }) =>
  updateCode(caller, id, { settings });

async function scan(codeId: string, count: number, { accountId, environment } = caller) {
  const isSandbox = environment === "sandbox";
  const visits = Array.from({ length: count }, () => newVisit({ codeId, accountId, isSandbox }));
  await Promise.all(visits.map((visit) => recorder.record(visit)));
}

/** Brings the end of a code forward, as if its time had passed. */
async function passTime(codeId: string): Promise<void> {
  await sql.query(
    `UPDATE qr_code SET ends_at = $2::timestamptz, rules = jsonb_set(rules, '{expiresAt}', to_jsonb($2::text)) WHERE id = $1`,
    [codeId, past],
  );
}

/** The reasons of all events of a code, after a run of the job. */
async function reasons(codeId: string): Promise<unknown[]> {
  await reportEnded();
  const events = await readEvents(caller, "qr.expired");
  return events.filter(({ body }) => body.data.id === codeId).map(({ body }) => body.data.reason);
}

describe("qr.expired", () => {
  it("is sent once when a code expires, and appears in the event feed", async () => {
    const { id, name, shortUrl } = await create({ expiresAt: future() });
    expect(await reasons(id)).toEqual([]);
    await passTime(id);
    expect(await reasons(id)).toEqual(["expired"]);
    expect(await reasons(id)).toEqual(["expired"]);
    const [event] = await readEvents(caller, "qr.expired");
    expect(event?.body).toMatchObject({ timestamp: past, sandbox: false });
    expect(event?.body.data).toEqual({ id, name, shortUrl, reason: "expired", at: past });
    expect(expiredDataSchema.parse(event?.body.data)).toEqual(event?.body.data);
    const { data } = await readFeed(caller, { types: "qr.expired", limit: 50 });
    expect(data).toEqual([event?.body]);
  });

  it("is sent once with the last allowed scan, also under concurrent scans", async () => {
    const { id } = await create({ maxScans: 3, expiresAt: future() });
    await scan(id, 2);
    expect(await reasons(id)).toEqual([]);
    await scan(id, 4);
    expect(await reasons(id)).toEqual(["used_up"]);
    await scan(id, 1);
    await updateCode(caller, id, { name: "Dinner" });
    await passTime(id);
    await sql.query("UPDATE qr_code SET ends_at = NULL WHERE id = $1", [id]);
    await scan(id, 1);
    expect(await reasons(id)).toEqual(["used_up"]);
  });

  it("is sent once when several runs of the job overlap", async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => create({ expiresAt: future() })));
    for (const { id } of codes) await passTime(id);
    await Promise.all(Array.from({ length: 4 }, () => reportEnded()));
    const told = (await readEvents(caller, "qr.expired")).map(({ body }) => body.data.id);
    expect(told.sort()).toEqual(codes.map(({ id }) => id).sort());
  });

  it("is sent for a code that is created or changed as already expired", async () => {
    const created = await create({ expiresAt: past });
    expect(await reasons(created.id)).toEqual(["expired"]);
    const { id } = await create({});
    await update(id, { expiresAt: past });
    expect(await reasons(id)).toEqual(["expired"]);
    await update(id, { expiresAt: "2026-01-03T00:00:00.000Z" });
    await update(id, { maxScans: 10 });
    expect(await reasons(id)).toEqual(["expired"]);
  });

  it("is sent again after a limit was lifted and reached again", async () => {
    const { id } = await create({ maxScans: 1 });
    await scan(id, 1);
    expect(await reasons(id)).toEqual(["used_up"]);
    await update(id, { maxScans: 5 });
    expect(await reasons(id)).toEqual(["used_up"]);
    await scan(id, 1);
    await update(id, { maxScans: 2 });
    expect(await reasons(id)).toEqual(["used_up", "used_up"]);
    await update(id, { maxScans: null, expiresAt: future() });
    await passTime(id);
    expect(await reasons(id)).toEqual(["used_up", "used_up", "expired"]);
  });

  it("is not sent if the end is lifted in time, nor for a soft-deleted code until it is restored", async () => {
    const lifted = await create({ expiresAt: future() });
    await update(lifted.id, { expiresAt: null });
    const { id } = await create({ expiresAt: future() });
    await passTime(id);
    await softDeleteCodes(caller, [id]);
    expect(await reasons(id)).toEqual([]);
    await restoreCodes(caller, [id]);
    expect(await reasons(id)).toEqual(["expired"]);
    expect(await reasons(lifted.id)).toEqual([]);
  });

  it("is filtered by tag and sent only to webhooks of its environment", async () => {
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    const tagged = await addListener(caller, { events: ["qr.expired"] });
    await sql.query("UPDATE webhook SET filter_tags = '{menus}' WHERE id = $1", [tagged]);
    const inSandbox = await addListener(sandbox, { events: ["qr.expired"] });
    const plain = await create({ expiresAt: past });
    const menu = await create({ expiresAt: past }, caller, ["menus"]);
    const tried = await create({ maxScans: 1 }, sandbox);
    await scan(tried.id, 1, sandbox);
    await reportEnded();
    const events = await readEvents(caller, "qr.expired");
    const heardBy = (id: string) => events.find(({ body }) => body.data.id === id)?.webhookIds;
    expect(heardBy(plain.id)).not.toContain(tagged);
    expect(heardBy(menu.id)).toContain(tagged);
    expect(heardBy(tried.id)).toEqual([inSandbox]);
  });

  it.each(planModes)("is found through the index of pending ends, with the plan of %s", async (mode) => {
    const [owners] = await recordStatements(() => reportEnded());
    const client = openConnection("explain");
    await client.connect();
    try {
      // The test's table is small enough to be read whole.
      await client.query("SET enable_seqscan = off");
      const scans = await explainScans(client, owners as NonNullable<typeof owners>, mode);
      expect(scans.map(({ index }) => index)).toContain("qr_code_ends_at_idx");
    } finally {
      await client.end();
    }
  });
});
