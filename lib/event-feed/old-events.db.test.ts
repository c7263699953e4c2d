import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { newVisit, openRecorders } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes";
import { writeEvents } from "@/lib/events";
import { writeCursor } from "@/lib/platform/cursor";
import { sql, transaction } from "@/lib/platform/db";
import { deleteOldCodeEvents, readEvents } from "./index";

const recorder = openRecorders().newRecorder();
const dayMs = 86_400_000;

let caller: Caller;

beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

const read = async (query: { after?: string; types?: string } = {}) => {
  const { data, pagination } = await readEvents(caller, { limit: 50, ...query });
  return { data: data as { data: { id: string } }[], next: pagination.nextCursor };
};
const newDynamic = () => createCode(caller, { ...plainCode, isDynamic: true });
const event = (name: string) => ({
  ...{ accountId: caller.accountId, environment: caller.environment, type: "qr.updated" as const },
  timestamp: new Date(),
  data: { id: name },
});
const scan = (codeId: string) =>
  recorder.record(newVisit({ codeId, accountId: caller.accountId, isSandbox: false }));

/** The cursor as it was stored so many days ago. */
function ageCursor(cursor: string, days = 31): string {
  const [, ...places] = JSON.parse(Buffer.from(cursor, "base64url").toString());
  return writeCursor([Date.now() - days * dayMs, ...places]);
}

describe("events older than the feed", () => {
  const expire = (name: string) =>
    sql.query(
      "UPDATE code_event SET created_at = now() - interval '31 days' WHERE account_id = $1 AND body LIKE $2",
      [caller.accountId, `%"${name}"%`],
    );
  const write = (...names: string[]) => transaction((tx) => writeEvents(tx, names.map(event)));
  const gone = { code: "gone", hint: expect.stringMatching(/^Leave out after/) };
  const names = async (query: Parameters<typeof read>[0]) =>
    (await read(query)).data.map(({ data }) => data.id);

  it("are deleted, but for a mark of the newest", async () => {
    await write("old", "older", "new");
    await expire("old");
    await expire("older");
    expect(await names({})).toEqual(["new"]);
    expect(await deleteOldCodeEvents()).toBe(2);
    expect(await deleteOldCodeEvents()).toBe(0);
    const { rows } = await sql.query(
      "SELECT type, position > 0 AS placed FROM code_event WHERE account_id = $1 ORDER BY position",
      [caller.accountId],
    );
    expect(rows).toEqual([
      { type: "expired", placed: true },
      { type: "qr.updated", placed: true },
    ]);
    expect(await names({})).toEqual(["new"]);
    await expire("new");
    expect(await deleteOldCodeEvents()).toBe(1);
    const marks = await sql.query("SELECT FROM code_event WHERE account_id = $1", [caller.accountId]);
    expect(marks.rowCount).toBe(1);
  });

  it("do not make a cursor gone that was read up to them, however old it is", async () => {
    const empty = ageCursor((await read()).next, 400);
    expect(await read({ after: empty })).toEqual({ data: [], next: empty });
    await write("old");
    const { id } = await newDynamic();
    await scan(id);
    const after = ageCursor((await read()).next);
    await sql.query("UPDATE code_event SET created_at = now() - interval '32 days' WHERE account_id = $1", [
      caller.accountId,
    ]);
    for (const deleted of [0, 2]) {
      if (deleted > 0) expect(await deleteOldCodeEvents()).toBe(deleted);
      expect((await read({ after })).data).toEqual([]);
    }
    await write("new");
    expect(await names({ after })).toEqual(["new"]);
  });

  it.each(["that are not placed", "that others have read"])(
    "%s make a cursor before them gone",
    async (which) => {
      const after = ageCursor((await read({ after: "now" })).next);
      await write("old", "new");
      expect(await names({ after })).toEqual(["old", "new"]);
      await sql.query("UPDATE code_event SET position = NULL WHERE account_id = $1 AND $2", [
        caller.accountId,
        which === "that are not placed",
      ]);
      await expire("old");
      const isGone = async () => {
        await expect(read({ after })).rejects.toMatchObject(gone);
        await expect(read({ after, types: "qr.deleted,qr.updated" })).rejects.toMatchObject(gone);
        for (const types of ["scan.created", "qr.deleted"]) expect(await names({ after, types })).toEqual([]);
      };
      if (which === "that others have read") await isGone();
      expect(await deleteOldCodeEvents()).toBe(1);
      await isGone();
    },
  );

  it("that are scans make a cursor before them gone", async () => {
    const { id } = await newDynamic();
    const { next } = await read();
    const after = ageCursor(
      writeCursor([
        0,
        Date.now() - 60 * dayMs,
        ...JSON.parse(Buffer.from(next, "base64url").toString()).slice(2),
      ]),
    );
    await scan(id);
    expect((await read({ after })).data).toHaveLength(1);
    await sql.query("UPDATE scan SET scanned_at = now() - interval '31 days' WHERE account_id = $1", [
      caller.accountId,
    ]);
    await expect(read({ after })).rejects.toMatchObject(gone);
    expect((await read({ after, types: "qr.created" })).data).toEqual([]);
  });
});
