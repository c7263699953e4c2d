import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage } from "@/e2e/support/codes";
import { isLong } from "@/e2e/support/long";
import type { Caller } from "@/lib/accounts/schema";
import { writeCursor } from "@/lib/platform/cursor";
import { createCode, deleteCodes, listCodes, listCodesBehind, updateCode } from "./";
import { createCodes } from "./bulk";
import { type CodeListQuery, codeListQuery, listSorts } from "./schema";

const rounds = isLong ? 100 : 4;
/** So many of the kept codes are changed again and again, which moves them in the order of `updatedAt` alone. */
const changedOften = 10;
const text = (name: string) => ({ name, type: "text" as const, content: name });

let caller: Caller;
beforeAll(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  const names = ["b", "A", "a", "B", "ä", "100 %", "under_score", "back\\slash", "Ünder", "a"];
  expect((await createCodes(caller, names.map(text))).errors).toEqual([]);
});

const list = async (query: Partial<CodeListQuery> = {}) => listCodes(caller, { ...firstPage, ...query });

describe("paging by cursor", () => {
  const walk = async (query: Partial<CodeListQuery>, between = async (_: number) => {}) => {
    const first = await list({ limit: 3, ...query });
    const found = first.data.map(({ id }) => id);
    let { nextCursor } = first.pagination;
    for (let page = 2; nextCursor !== null; page += 1) {
      await between(page);
      const next = await listCodesBehind(caller, { ...firstPage, limit: 3, ...query, cursor: nextCursor });
      expect(Object.keys(next.pagination)).toEqual(["limit", "nextCursor"]);
      found.push(...next.data.map(({ id }) => id));
      nextCursor = next.pagination.nextCursor;
    }
    return found;
  };

  it.each(["createdAt", "updatedAt", "name", "scanCount"] as const)(
    "by %s returns each code once, in the order of the list, in both directions",
    async (sort) => {
      for (const order of ["asc", "desc"] as const) {
        const whole = (await list({ sort, order, limit: 100 })).data.map(({ id }) => id);
        expect(await walk({ sort, order }), order).toEqual(whole);
      }
    },
  );

  it(`returns each lasting code exactly once while eight writers change the list (${rounds} rounds)`, {
    timeout: 600_000,
  }, async () => {
    const { created } = await createCodes(
      caller,
      Array.from({ length: 40 }, (_, index) => text(`kept ${index}`)),
    );
    const kept = created.map(({ id }) => id);
    let isOver = false;
    let writes = 0;
    const write = async (writer: number) => {
      const own: string[] = [];
      for (let turn = writer; !isOver; turn += 1) {
        own.push((await createCode(caller, text(`${writer} came ${turn}`))).id);
        await updateCode(caller, own.at(-1)!, { name: `${writer} changed ${turn}` });
        const changed = kept[(turn * 8 + writer) % changedOften]!;
        await updateCode(caller, changed, { note: `${writer} ${turn}` });
        if (own.length > 3) await deleteCodes(caller, own.splice(0, 2));
        writes += 1;
      }
      await deleteCodes(caller, own);
    };
    const untilWritten = async () => {
      for (const before = writes; writes === before; ) await setImmediate();
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
    try {
      for (let round = 0; round < rounds; round += 1) {
        const sort = listSorts[round % listSorts.length]!;
        const order = round % 8 < 4 ? "asc" : "desc";
        const found = await walk({ sort, order, limit: 10 }, untilWritten);
        const ids = sort === "updatedAt" ? kept.slice(changedOften) : kept;
        const times = ids.map((id) => found.filter((one) => one === id).length);
        expect(times, `${sort} ${order}, round ${round}`).toEqual(ids.map(() => 1));
      }
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
  });

  it("rejects an invalid cursor and one from a list in another order", async () => {
    const { nextCursor } = (await list({ limit: 1 })).pagination;
    const fault = { code: "validation_failed", details: [{ field: "cursor" }] };
    for (const cursor of ["nonsense", "W10", String(nextCursor).slice(0, -4)]) {
      await expect(listCodesBehind(caller, { ...firstPage, cursor })).rejects.toMatchObject(fault);
    }
    const id = "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35";
    for (const [sort, value] of [
      ["scanCount", 2_147_483_648],
      ["name", "a\0"],
      ["createdAt", "0000-01-01T00:00:00.000Z"],
      ["createdAt", `2026-01-01T00:00:00.${"0".repeat(300)}Z`],
    ] as const) {
      const query = { ...firstPage, sort, cursor: writeCursor([sort, firstPage.order, id, value]) };
      await expect(listCodesBehind(caller, query)).rejects.toMatchObject(fault);
    }
    const other = { ...firstPage, sort: "name" as const, cursor: String(nextCursor) };
    await expect(listCodesBehind(caller, other)).rejects.toMatchObject(fault);
    expect(codeListQuery.safeParse({ cursor: nextCursor, page: "2" }).success).toBe(false);
  });
});
