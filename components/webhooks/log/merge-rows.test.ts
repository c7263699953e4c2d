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

describe("a log that is told what is new", () => {
  const shown = { rows: rows(20, 11), hasOlder: true };

  it("takes what is newer, and leaves what belongs to the pages after it", () => {
    expect(idsOf(listNew(shown, rows(23, 5)))).toEqual(idsOf(rows(23, 21)));
    expect(idsOf(listNew({ ...shown, hasOlder: false }, rows(12, 9)))).toEqual(idsOf(rows(10, 9)));
    expect(idsOf(listNew({ rows: [], hasOlder: false }, rows(3, 1)))).toEqual(idsOf(rows(3, 1)));
  });

  it("puts one that comes late into its place, those of one instant by their ids", () => {
    const late = { ...row(15), id: "id-0015b" };
    const { rows: all } = addRows(shown, [row(21), late]);
    expect(idsOf(all)).toEqual([...idsOf(rows(21, 16)), "id-0015b", ...idsOf(rows(15, 11))]);
  });

  it("changes in place what is known", () => {
    const changed = updateRows(shown, [row(15, "delivered"), row(30)]);
    expect(changed.rows.map(({ status }) => status)).toEqual(
      shown.rows.map(({ id }) => (id === "id-0015" ? "delivered" : "pending")),
    );
    expect(updateRows(shown, [row(30)])).toBe(shown);
  });

  it("keeps so many and no more, and says that there are older ones", () => {
    const { rows: kept, hasOlder } = addRows({ rows: rows(mostRows, 1), hasOlder: false }, [
      row(mostRows + 1),
    ]);
    expect([kept.length, kept[0]?.id, hasOlder]).toEqual([mostRows, `id-0${mostRows + 1}`, true]);
  });

  it("knows a gap from a page that goes on", () => {
    expect(isGap(shown, rows(300, 201))).toBe(true);
    expect(isGap(shown, rows(119, 20))).toBe(false);
    expect(isGap(shown, rows(30, 21))).toBe(false);
    expect(isGap({ rows: [], hasOlder: false }, rows(100, 1))).toBe(false);
  });
});
