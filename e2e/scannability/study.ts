import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeContent } from "@/lib/content";
import { renderPicture } from "@/lib/pictures";
import { publicOwner } from "@/lib/pictures/schema";
import { ServiceError } from "@/lib/platform/errors";
import { allLooks, makeCases } from "./cases";
import { type Reader, readers } from "./evaluate";
import { askReaders } from "./readers";

/** A code that was graded, and the share of the battery of distortions that each reader survived. */
export interface Graded {
  row: string;
  score: number;
  survival: Record<Reader, number>;
}

/** Grades so many codes of every look and shows each to the readers under all distortions; refused ones are left out. */
export async function gradeCases(count: number, seed: number): Promise<Graded[]> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-grades-"));
  try {
    const graded: { row: string; score: number }[] = [];
    const tasks: { file: string; payload: string }[] = [];
    // Every look has a start at PNG, one case in three.
    const cases = (await makeCases(3 * (count + allLooks.length), seed)).filter(
      ({ format }) => format === "png",
    );
    for (const { rows, content, settings } of cases) {
      if (graded.length === count) break;
      const { payload } = encodeContent(content.type, content.content);
      const request = { owner: publicOwner, payload, settings, format: "png", grade: true } as const;
      const picture = await renderPicture(request).catch((fault) => {
        if (fault instanceof ServiceError) return null;
        throw fault;
      });
      if (picture === null) continue;
      const file = join(folder, `${tasks.length}.png`);
      await writeFile(file, picture.bytes);
      tasks.push({ file, payload });
      graded.push({ row: rows[0] as string, score: picture.scannability?.score ?? 0 });
    }
    const survivals = (await askReaders("study.py", tasks)) as Graded["survival"][];
    return graded.map((one, index) => ({ ...one, survival: survivals[index] as Graded["survival"] }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the grade must hold over 150 codes: docs/decisions/0027-measured-by-three-readers.md. */
const bounds = { correlation: 0.85, invertedShare: 0.01 };

export interface Prediction {
  /** Of the score with the mean survival of the three readers. */
  correlation: number;
  pairs: number;
  inverted: number;
  isGood: boolean;
}

export function predictionOf(graded: readonly Graded[]): Prediction {
  const scores = graded.map(({ score }) => score);
  const correlation = spearman(scores, graded.map(meanOf));
  const { pairs, inverted } = countInversions(graded);
  const isGood = correlation >= bounds.correlation && inverted <= bounds.invertedShare * pairs;
  return { correlation, pairs, inverted, isGood };
}

const meanOf = ({ survival }: Graded) =>
  readers.reduce((sum, reader) => sum + survival[reader], 0) / readers.length;

/** Ranks from 0; equals share the mean of theirs. */
function rank(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}

/** Spearman's rank correlation. */
export function spearman(left: readonly number[], right: readonly number[]): number {
  const middle = (left.length - 1) / 2;
  const [a, b] = [left, right].map((values) => rank(values).map((value) => value - middle)) as [
    number[],
    number[],
  ];
  const dot = (one: number[], other: number[]) =>
    one.reduce((sum, value, index) => sum + value * other[index]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** Of the pairs whose scores differ by 10 or more, those that survive in the opposite order by more than 15 points. */
export function countInversions(graded: readonly Graded[]): { pairs: number; inverted: number } {
  let pairs = 0;
  let inverted = 0;
  for (const better of graded) {
    for (const worse of graded) {
      if (better.score - worse.score < 10) continue;
      pairs++;
      if (meanOf(worse) - meanOf(better) > 0.15) inverted++;
    }
  }
  return { pairs, inverted };
}
