import { closePictures } from "@/lib/pictures";
import { usualSeed } from "./cases";
import { readers } from "./evaluate";
import { readCounts } from "./read-counts";
import { countInversions, gradeCases, meanOf, spearman } from "./study";

/** `npm run grade-study -- --cases 150 --seed 7` prints how well the grade predicts what readers survive. */
const { cases, seed } = readCounts({ cases: 150, seed: usualSeed });
const graded = await gradeCases(cases, seed);
await closePictures();

const say = (line: string) => process.stdout.write(`${line}\n`);
const scores = graded.map(({ score }) => score);
const correlation = (values: number[]) => spearman(scores, values).toFixed(3);
for (const row of [...new Set(graded.map((one) => one.row))]) {
  const own = graded.filter((one) => one.row === row);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const shares = readers.map(
    (reader) => `${reader} ${mean(own.map(({ survival }) => survival[reader])).toFixed(2)}`,
  );
  say(
    `${row}: ${own.length} codes, score ${mean(own.map(({ score }) => score)).toFixed(0)}, survives ${shares.join(", ")}`,
  );
}
const { pairs, inverted } = countInversions(graded);
say(`${graded.length} codes. Spearman with the mean of three readers: ${correlation(graded.map(meanOf))}`);
for (const reader of readers)
  say(`  with ${reader}: ${correlation(graded.map(({ survival }) => survival[reader]))}`);
say(
  `Clear inversions: ${inverted} of ${pairs} pairs, ${((100 * inverted) / Math.max(1, pairs)).toFixed(2)} %`,
);
