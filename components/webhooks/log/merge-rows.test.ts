import { describe, expect, it } from "vitest";
import type { LogRow } from "@/lib/webhooks/schema";
import { addRows, isGap, listNew, mostRows, updateRows } from "./use-live-log";

const row = (second: number, status: LogRow["status"] = "pending") =>
  ({
    id: `id-${String(second).padStart(4, "0")}`,
    createdAt: new Date(1_700_000_000_000 + second * 1_000).toISOString(),
    status,
  }) as LogRow;
const rows = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => row(from - at));
const idsOf = (list: readonly LogRow[]) => list.map(({ id }) => id);

describe("the live delivery log", () => {
  const shown = { rows: rows(20, 11), hasOlder: true };

  it("adds newer rows and leaves out rows of later pages", () => {
    expect(idsOf(listNew(shown, rows(23, 5)))).toEqual(idsOf(rows(23, 21)));
    expect(idsOf(listNew({ ...shown, hasOlder: false }, rows(12, 9)))).toEqual(idsOf(rows(10, 9)));
    expect(idsOf(listNew({ rows: [], hasOlder: false }, rows(3, 1)))).toEqual(idsOf(rows(3, 1)));
  });

  it("inserts a late row in order of time and then id", () => {
    const late = { ...row(15), id: "id-0015b" };
    const { rows: all } = addRows(shown, [row(21), late]);
    expect(idsOf(all)).toEqual([...idsOf(rows(21, 16)), "id-0015b", ...idsOf(rows(15, 11))]);
  });

  it("updates known rows in place and ignores unknown ones", () => {
    const changed = updateRows(shown, [row(15, "delivered"), row(30)]);
    expect(changed.rows.map(({ status }) => status)).toEqual(
      shown.rows.map(({ id }) => (id === "id-0015" ? "delivered" : "pending")),
    );
    expect(updateRows(shown, [row(30)])).toBe(shown);
  });

  it("keeps a maximum number of rows and then marks that there are older ones", () => {
    const { rows: kept, hasOlder } = addRows({ rows: rows(mostRows, 1), hasOlder: false }, [
      row(mostRows + 1),
    ]);
    expect([kept.length, kept[0]?.id, hasOlder]).toEqual([mostRows, `id-0${mostRows + 1}`, true]);
  });

  it("detects a gap between its rows and a new page", () => {
    expect(isGap(shown, rows(300, 201))).toBe(true);
    expect(isGap(shown, rows(119, 20))).toBe(false);
    expect(isGap(shown, rows(30, 21))).toBe(false);
    expect(isGap({ rows: [], hasOlder: false }, rows(100, 1))).toBe(false);
  });
});
