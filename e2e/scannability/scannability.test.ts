import { afterAll, describe, expect, it } from "vitest";
import { encodeContent } from "@/lib/content";
import { contentTypes } from "@/lib/content/schema";
import { closePictures } from "@/lib/pictures";
import { encodeMatrix } from "@/lib/qr";
import { errorCorrectionLevels } from "@/lib/qr/schema";
import { isLong } from "../support/long";
import { seeded } from "../support/seeded";
import { allLooks, usualSeed } from "./cases";
import { Chance, makeContent } from "./contents";
import { runCorpus } from "./corpus";
import { formatTable, type Line, mcnemar, type Shown, validateRow } from "./evaluate";
import { askReaders } from "./readers";
import { countInversions, type Graded, predictionOf, spearman } from "./study";

afterAll(closePictures);

describe("every look, shown to zxing, OpenCV and zbar", () => {
  const count = isLong ? 60 * allLooks.length : 200;

  it(`${count} codes: no reader falls behind its rate on plain symbols, and none reads another text`, async () => {
    const { lines, failing, wrong } = await runCorpus(count, usualSeed);
    expect(failing, formatTable(lines)).toEqual([]);
    expect(wrong).toEqual([]);
    expect(listRefusing(lines, isLong ? 0.2 : 0.5), formatTable(lines)).toEqual([]);
    if (isLong) {
      const isFrame = ({ row }: Line) =>
        allLooks.some((look) => look.group === "frame" && look.row === plainRow(row));
      expect(refusedShare(lines.filter(isFrame)), formatTable(lines)).toBeLessThan(0.01);
    }
  }, 3_600_000);
});

/** Rows of looks that the rules let through and the proof refuses rightly. */
const mayRefuse = ["contrast 1.5–2"];

const plainRow = (row: string) => row.replace(/, warned$/, "");

const refusedShare = (lines: readonly Line[]) => {
  const sum = (value: (line: Line) => number) => lines.reduce((total, line) => total + value(line), 0);
  return (
    sum(({ refused }) => refused) /
    Math.max(
      1,
      sum(({ drawn, refused }) => drawn + refused),
    )
  );
};

/** Rows of which more than this share is refused. What is refused has no warning, so it counts among the unwarned. */
function listRefusing(lines: readonly Line[], most: number): string[] {
  const linesOf = (row: string) => lines.filter((line) => plainRow(line.row) === row);
  const rows = [...new Set(lines.map(({ row }) => plainRow(row)))];
  return rows.filter((row) => !mayRefuse.includes(row) && refusedShare(linesOf(row)) > most);
}

describe("the grade", () => {
  const gradedAs = (score: number, zxing: number, opencv = zxing, zbar = zxing): Graded => ({
    row: "row",
    score,
    survival: { zxing, opencv, zbar },
  });

  it("is compared with survival by Spearman's ranks, of which equals share the mean", () => {
    expect(spearman([1, 2, 3], [10, 20, 1000])).toBeCloseTo(1);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
    // Ranks 0 1 2 3 and 1 0 3 2: 1 - 6 * 4 / (4 * 15).
    expect(spearman([1, 2, 3, 4], [2, 1, 4, 3])).toBeCloseTo(0.6);
    // Ranks 0 1.5 1.5 3 and 0 1 2 3: 4.5 / sqrt(4.5 * 5).
    expect(spearman([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(0.9487, 4);
  });

  it("inverts a pair whose scores differ by 10 and whose survival by more than 15 points the other way", () => {
    expect(countInversions([gradedAs(90, 0.5), gradedAs(80, 0.66)])).toEqual({ pairs: 1, inverted: 1 });
    expect(countInversions([gradedAs(90, 0.5), gradedAs(80, 0.64)])).toEqual({ pairs: 1, inverted: 0 });
    expect(countInversions([gradedAs(90, 0.5), gradedAs(81, 0.9)])).toEqual({ pairs: 0, inverted: 0 });
    // The mean of the three decides: 0.6 against 0.7.
    expect(countInversions([gradedAs(90, 1, 0.4, 0.4), gradedAs(80, 0.7)])).toEqual({
      pairs: 1,
      inverted: 0,
    });
  });

  it("is good from a correlation of 0.85 and up to 1 % of clear inversions", () => {
    const good = [gradedAs(90, 0.9), gradedAs(70, 0.7), gradedAs(50, 0.5)];
    expect(predictionOf(good)).toEqual({ correlation: 1, pairs: 3, inverted: 0, isGood: true });
    expect(predictionOf([...good, gradedAs(30, 0.69)])).toMatchObject({ inverted: 1, isGood: false });
    // Survival that differs by little inverts nothing: the ranks alone fail.
    expect(predictionOf([gradedAs(90, 0.5), gradedAs(70, 0.6), gradedAs(50, 0.55)])).toMatchObject({
      inverted: 0,
      isGood: false,
    });
  });
});

describe("sizes beside segno's", () => {
  it("are larger only where segno leaves Latin-1 undeclared, or writes Kanji and Shift JIS, which OpenCV does not read", async () => {
    const tasks = Array.from({ length: 300 }, (_, index) => {
      const chance = new Chance(seeded(usualSeed + index));
      const { type, content } = makeContent(chance, contentTypes[index % contentTypes.length]!);
      return { payload: encodeContent(type, content).payload, level: chance.pick(errorCorrectionLevels) };
    });
    const theirs = (await askReaders("sizes.py", tasks)) as { version: number }[];
    const larger = tasks
      .map((task, index) => ({
        ...task,
        by: encodeMatrix(task.payload, task).version - theirs[index]!.version,
      }))
      .filter(({ by }) => by > 0);
    const isJapanese = (payload: string) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(payload);
    const isLatin1 = (payload: string) =>
      /^[\n\r -~\u00a0-\u00ff]*$/.test(payload) && !/^[\n\r -~]*$/.test(payload);
    const excused = ({ payload, by }: (typeof larger)[number]) =>
      isJapanese(payload) || (by === 1 && isLatin1(payload));
    expect(larger.filter((one) => !excused(one))).toEqual([]);
    expect(larger.length).toBeLessThan(40);
  });
});

describe("the verdict on a row", () => {
  it("tests pairs as McNemar does, exactly", () => {
    expect(mcnemar(0, 0)).toBe(1);
    expect(mcnemar(5, 5)).toBe(1);
    expect(mcnemar(0, 8)).toBeCloseTo(0.0078, 4);
    expect(mcnemar(2, 12)).toBeCloseTo(0.0129, 4);
    expect(mcnemar(12, 2)).toBeCloseTo(0.0129, 4);
  });

  it("is behind where a reader loses more than 3 points and hardly by chance", () => {
    const shown = (ours: "read" | "missed", plain: "read" | "missed"): Shown => ({
      ours: { zxing: "read", opencv: ours, zbar: "read" },
      plain: { zxing: "read", opencv: plain, zbar: "read" },
    });
    const row = (lost: number, both: number) =>
      validateRow("row", [
        ...Array(lost).fill(shown("missed", "read")),
        ...Array(both).fill(shown("read", "read")),
        null,
      ]);
    expect(row(8, 20)).toMatchObject({ drawn: 28, refused: 1, behind: ["opencv"] });
    expect(row(7, 20).behind).toEqual([]);
    expect(row(8, 300).behind).toEqual([]);
    expect(validateRow("row", Array(30).fill(shown("read", "missed"))).behind).toEqual([]);
    expect(formatTable([row(8, 20)])).toContain("| row | 28 | 1 | 100.0 (100.0) | 71.4 (100.0) ! |");
  });
});
