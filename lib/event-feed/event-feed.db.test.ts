import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { explainScans, planModes } from "@/e2e/support/explain";
import { isLong } from "@/e2e/support/long";
import { recordStatements } from "@/e2e/support/statements";
import { storeInBulk } from "@/e2e/support/stored-rows";
import { newVisit, openRecorders } from "@/e2e/support/visits";
import type { Caller, Permission } from "@/lib/accounts/schema";
import { createCode, deleteCode, updateCode } from "@/lib/codes";
import { writeEvents } from "@/lib/events";
import { writeCursor } from "@/lib/platform/cursor";
import { openConnection, sql, type Transaction, transaction } from "@/lib/platform/db";
import { deleteOldCodeEvents, deleteSurplusEvents, readEvents } from "./index";

const recorder = openRecorders().newRecorder();
const dayMs = 86_400_000;
/** Of each of eight writers; in the long run 25 a second for a minute. */
const eventsEach = isLong ? 1_500 : 25;

let caller: Caller;

beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

interface Told {
  id: string;
  type: string;
  data: { id: string; name?: string };
}

const read = async (
  query: { after?: string; types?: string; limit?: number } = {},
  who = caller,
): Promise<{ data: Told[]; next: string }> => {
  const { data, pagination } = await readEvents(who, { limit: 50, ...query });
  return { data: data as Told[], next: pagination.nextCursor };
};
const withPermissions = (...permissions: Permission[]): Caller => ({
  ...caller,
  key: { id: "01a20000-0000-7000-8000-000000000000", permissions, rateLimit: 1, expiresAt: null },
});
const newDynamic = () => createCode(caller, { ...plainCode, isDynamic: true });
const event = (name: string) => ({
  ...{ accountId: caller.accountId, environment: caller.environment, type: "qr.updated" as const },
  timestamp: new Date(),
  data: { id: name },
});
const scan = async (codeId: string) => {
  const visit = newVisit({ codeId, accountId: caller.accountId, isSandbox: false });
  await recorder.record(visit);
  return visit.id;
};

/** Everything behind a cursor, in pages of so many. */
async function readAll(after: string | undefined, limit: number): Promise<{ data: Told[]; next: string }> {
  const data: Told[] = [];
  for (let cursor = after; ; ) {
    const page = await read({ ...(cursor !== undefined && { after: cursor }), limit });
    data.push(...page.data);
    cursor = page.next;
    if (page.data.length === 0) return { data, next: cursor };
  }
}

describe("the feed", () => {
  it("has what happened to codes and their scans, oldest first, and needs no webhook", async () => {
    const { id } = await newDynamic();
    const scanId = await scan(id);
    await updateCode(caller, id, { name: "Renamed" });
    await updateCode(caller, id, { name: "Renamed" });
    const { data, next } = await read();
    expect(data).toMatchObject([
      { type: "qr.created", sandbox: false, data: { id } },
      { type: "scan.created", id: `evt_${scanId.replaceAll("-", "")}`, data: { id: scanId, qrCodeId: id } },
      { type: "qr.updated", data: { id, name: "Renamed", changedFields: ["name"] } },
    ]);
    expect(await read({ after: next })).toEqual({ data: [], next });
    await deleteCode(caller, id);
    expect((await read({ after: next })).data).toMatchObject([{ type: "qr.deleted", data: { id } }]);
  });

  it("repeats `after` where nothing came, also where there never was a scan", async () => {
    await newDynamic();
    for (const query of [{}, { types: "qr.created" }, { after: "now" }]) {
      const { next } = await read(query);
      await sleep(5);
      expect(await read({ ...query, after: next })).toEqual({ data: [], next });
    }
  });

  it("renews a cursor older than a day at the end of both sequences, and repeats a younger one", async () => {
    const { id } = await newDynamic();
    const id0 = "00000000-0000-0000-0000-000000000000";
    const cursorOf = (age: number) => writeCursor([Date.now() - age, Date.now() - age, id0, 0]);
    const readAt = (cursor: string) => JSON.parse(Buffer.from(cursor, "base64url").toString())[0] as number;
    const kinds = { types: "qr.expired,scan.created" };
    const young = cursorOf(dayMs - 60_000);
    expect(await read({ ...kinds, after: young })).toEqual({ data: [], next: young });
    const startedAt = Date.now();
    const { data, next } = await read({ ...kinds, after: cursorOf(29 * dayMs) });
    expect([data, readAt(next) >= startedAt]).toEqual([[], true]);
    expect(await read({ ...kinds, after: next })).toEqual({ data: [], next });
    // What was not read yet is still there: a page before the end keeps the age of its events.
    const old = cursorOf(29 * dayMs);
    for (let nth = 0; nth < 2; nth += 1) await scan(id);
    await sql.query("UPDATE scan SET scanned_at = now() - interval '20 days' WHERE account_id = $1", [
      caller.accountId,
    ]);
    const first = await read({ ...kinds, after: old, limit: 1 });
    expect([first.data.length, readAt(first.next) < startedAt - 19 * dayMs]).toEqual([1, true]);
    const second = await read({ ...kinds, after: first.next, limit: 50 });
    expect([second.data.length, readAt(second.next) >= startedAt]).toEqual([1, true]);
  });

  it("is of one account and environment", async () => {
    await newDynamic();
    const stranger = callerOf(await newAccount("pro"), "pro");
    expect((await read({}, stranger)).data).toEqual([]);
    expect((await read({}, { ...caller, environment: "sandbox" })).data).toEqual([]);
  });

  it("comes in pages that repeat nothing and leave nothing out", async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      const { id } = await newDynamic();
      ids.push(id, await scan(id));
    }
    for (const limit of [1, 3, 50]) {
      expect((await readAll(undefined, limit)).data.map(({ data }) => data.id)).toEqual(ids);
    }
  });

  it("begins with the next event after `now`", async () => {
    const { id } = await newDynamic();
    await scan(id);
    const { data, next } = await read({ after: "now" });
    expect(data).toEqual([]);
    const scanId = await scan(id);
    await updateCode(caller, id, { name: "Renamed" });
    expect((await read({ after: next })).data.map(({ data }) => data.id)).toEqual([scanId, id]);
  });

  it("leaves out scans whose code was deleted, and goes on behind them", async () => {
    const { id } = await newDynamic();
    for (let nth = 0; nth < 3; nth += 1) await scan(id);
    const other = await newDynamic();
    const scanId = await scan(other.id);
    await sql.query("DELETE FROM qr_code WHERE id = $1", [id]);
    expect((await read({ types: "scan.created", limit: 1 })).data).toMatchObject([{ data: { id: scanId } }]);
  });

  it("has only the kinds that are asked for", async () => {
    const { id } = await newDynamic();
    await scan(id);
    expect((await read({ types: "scan.created" })).data.map(({ type }) => type)).toEqual(["scan.created"]);
    expect((await read({ types: "qr.created,qr.created" })).data).toHaveLength(1);
    expect((await read({ types: "qr.deleted, qr.created" })).data.map(({ type }) => type)).toEqual([
      "qr.created",
    ]);
  });

  it("shows a key what it may read elsewhere", async () => {
    const { id } = await newDynamic();
    await scan(id);
    const kindsFor = async (...permissions: Permission[]) =>
      (await read({}, withPermissions(...permissions))).data.map(({ type }) => type);
    expect(await kindsFor("qr:write")).toEqual(["qr.created"]);
    expect(await kindsFor("analytics:read")).toEqual(["scan.created"]);
    expect(await kindsFor("qr:read", "analytics:read")).toEqual(["qr.created", "scan.created"]);
    await expect(kindsFor("webhooks:manage")).rejects.toMatchObject({
      code: "insufficient_permission",
      message: "This needs a key that holds analytics:read or qr:read",
    });
    await expect(
      read({ types: "scan.created,qr.created" }, withPermissions("qr:read")),
    ).rejects.toMatchObject({
      code: "insufficient_permission",
      details: [{ requiredPermission: "analytics:read" }],
    });
  });

  it("refuses what is no cursor, and one that is older than the feed", async () => {
    const bad = { code: "validation_failed", details: [{ field: "after", code: "invalid_cursor" }] };
    const [now, scanId] = [Date.now(), "01a20000-0000-7000-8000-000000000000"];
    for (const after of [
      "x",
      writeCursor([1, 2]),
      writeCursor(["a", 1, "b", 2]),
      writeCursor([now, Number.MAX_SAFE_INTEGER, scanId, 0]),
      writeCursor([now, -8e15, scanId, 0]),
      writeCursor([now, now, scanId, -1]),
    ]) {
      await expect(read({ after })).rejects.toMatchObject(bad);
    }
    const id = "00000000-0000-0000-0000-000000000000";
    const cursorOf = (at: number) => writeCursor([at, at, id, 0]);
    await expect(read({ after: cursorOf(Date.now() - 30 * dayMs - 1_000) })).rejects.toMatchObject({
      code: "gone",
      hint: expect.stringMatching(/^Leave out after/),
    });
    expect((await read({ after: cursorOf(Date.now() - 30 * dayMs + 60_000) })).data).toEqual([]);
    // A made up one reaches no scan from before the feed.
    const code = await newDynamic();
    await scan(code.id);
    await sql.query("UPDATE scan SET scanned_at = now() - interval '31 days' WHERE account_id = $1", [
      caller.accountId,
    ]);
    const { data } = await read({ after: writeCursor([Date.now(), 0, id, 0]), types: "scan.created" });
    expect(data).toEqual([]);
  });

  it("has what an account with no event has: a cursor to go on with", async () => {
    const { data, next } = await read();
    expect(data).toEqual([]);
    const { id } = await newDynamic();
    expect((await read({ after: next })).data).toMatchObject([{ data: { id } }]);
  });
});

describe("a reader", () => {
  it("gets the event of a transaction that began before those it has read and ended after", async () => {
    const slow = openConnection("slow");
    await slow.connect();
    try {
      await slow.query("BEGIN");
      await writeEvents(slow as unknown as Transaction, [event("slow")]);
      await transaction((tx) => writeEvents(tx, [event("quick")]));
      const { data, next } = await read();
      expect(data.map(({ data }) => data.id)).toEqual(["quick"]);
      await slow.query("COMMIT");
      expect((await read({ after: next })).data.map(({ data }) => data.id)).toEqual(["slow"]);
    } finally {
      await slow.end();
    }
  });

  it("gets each event once and in order, while eight write events and scans and another reads", async () => {
    const codes = await Promise.all([newDynamic(), newDynamic(), newDynamic(), newDynamic()]);
    const { next: start } = await read({ after: "now" });
    let isWriting = true;
    const written = codes.map(() => [] as string[]);
    const write = async (writer: number) => {
      const own = writer % codes.length;
      for (let nth = 0; nth < eventsEach; nth += 1) {
        const name = `${writer}-${nth}`;
        if (writer >= codes.length) await transaction((tx) => writeEvents(tx, [event(name)]));
        else written[own]?.push(await scan(String(codes[own]?.id)));
        if (isLong) await sleep(40);
      }
    };
    const writing = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer))).finally(() => {
      isWriting = false;
    });
    const follow = async () => {
      const seen: string[] = [];
      for (let after = start, isOver = false; !isOver; ) {
        isOver = !isWriting;
        const page = await readAll(after, 7);
        seen.push(...page.data.map(({ data }) => data.id));
        after = page.next;
      }
      return seen;
    };
    const [one, other] = await Promise.all([follow(), follow(), writing]);
    const named = Array.from({ length: 4 }, (_, writer) =>
      Array.from({ length: eventsEach }, (_, nth) => `${writer + 4}-${nth}`),
    );
    expect(one.toSorted()).toEqual([...named.flat(), ...written.flat()].sort());
    expect(other.toSorted()).toEqual(one.toSorted());
    // Of each writer in its order, for every reader.
    for (const seen of [one, other]) {
      for (const own of [...named, ...written]) {
        const known = new Set(own);
        expect(seen.filter((id) => known.has(id))).toEqual(own);
      }
    }
  }, 180_000);
});

describe.each(planModes)("with the plan of %s", (mode) => {
  it("a page reads the rows of one range of the index, however many there are", async () => {
    await storeInBulk(
      `INSERT INTO code_event (id, account_id, environment, type, body, position)
       SELECT gen_random_uuid(), $1, 'production', 'qr.created', '{}', n FROM generate_series(1, 5000) AS n`,
      [caller.accountId],
    );
    // Most events have no place yet: those of accounts that read no feed.
    await storeInBulk(
      `INSERT INTO code_event (id, account_id, environment, type, body)
       SELECT gen_random_uuid(), $1, 'production', 'qr.created', '{}' FROM generate_series(1, 20000)`,
      [(await newAccount("pro")).accountId],
    );
    await sql.query("VACUUM ANALYZE code_event");
    const client = openConnection("explain");
    await client.connect();
    try {
      const statements = await recordStatements(() => read({ limit: 20, types: "qr.created" }));
      for (const statement of statements.filter(({ text }) => text.includes("code_event"))) {
        const scans = await explainScans(client, statement, mode);
        const rows = scans.reduce((sum, { rows }) => sum + rows, 0);
        expect([scans.length, rows <= 20], statement.text).toEqual([1, true]);
      }
    } finally {
      await client.end();
    }
  });
});

it("deletes events that are older than the feed", async () => {
  await transaction((tx) => writeEvents(tx, [event("old"), event("new")]));
  await sql.query(
    "UPDATE code_event SET created_at = now() - interval '31 days' WHERE body LIKE '%\"old\"%'",
  );
  expect((await read()).data.map(({ data }) => data.id)).toEqual(["new"]);
  expect(await deleteOldCodeEvents()).toBe(1);
  const { rows } = await sql.query("SELECT body FROM code_event WHERE account_id = $1", [caller.accountId]);
  expect(rows).toHaveLength(1);
});

describe("a feed with more events than it may have", () => {
  const write = async (...names: string[]) => {
    for (const name of names) await transaction((tx) => writeEvents(tx, [event(name)]));
  };
  const names = async (after?: string) => (await readAll(after, 3)).data.map(({ data }) => data.id);

  it.each(["was never read", "was read"])(
    "keeps the newest where it %s, and refuses older cursors",
    async (how) => {
      const { next: start } = await read({ after: "now" });
      await write("a", "b", "c", "d", "e");
      if (how === "was read") expect(await names()).toEqual(["a", "b", "c", "d", "e"]);
      await write("f");
      await deleteSurplusEvents(3);
      expect(await deleteSurplusEvents(3)).toBe(0);
      expect(await names()).toEqual(["d", "e", "f"]);
      for (const types of ["qr.updated", "qr.created,scan.created"])
        await expect(read({ after: start, types })).rejects.toMatchObject({ code: "gone" });
      const { next } = await readAll(undefined, 100);
      await write("g", "h");
      expect(await deleteSurplusEvents(3)).toBe(2);
      expect(await names(next)).toEqual(["g", "h"]);
      expect(await names()).toEqual(["f", "g", "h"]);
      const { next: now } = await read({ after: "now" });
      expect(await names(now)).toEqual([]);
    },
  );

  it("has scans, whose cursors go on past what was deleted", async () => {
    const { id } = await newDynamic();
    const { next: start } = await readAll(undefined, 100);
    const scanned = await scan(id);
    await write("a", "b", "c");
    await deleteSurplusEvents(2);
    const { data } = await read({ after: start, types: "scan.created" });
    expect(data).toHaveLength(1);
    const whole = await readAll(undefined, 1);
    expect(whole.data.map((one) => one.data.id)).toEqual([scanned, "b", "c"]);
  });
});
