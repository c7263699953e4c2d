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
import { formatTable, mcnemar, type Shown, validateRow } from "./evaluate";
import { askReaders } from "./readers";

afterAll(closePictures);

describe("every look, shown to zxing, OpenCV and zbar", () => {
  const count = isLong ? 100 * allLooks.length : 200;

  it(`${count} codes: no reader falls behind its rate on plain symbols, and none reads another text`, async () => {
    const { lines, failing, wrong } = await runCorpus(count, usualSeed);
    expect(failing, formatTable(lines)).toEqual([]);
    expect(wrong).toEqual([]);
    const drawn = lines.reduce((sum, line) => sum + line.drawn, 0);
    expect(drawn).toBeGreaterThan(count);
  }, 1_800_000);
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
