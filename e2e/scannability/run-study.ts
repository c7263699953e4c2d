import { closePictures } from "@/lib/pictures";
import { usualSeed } from "./cases";
import { readers } from "./evaluate";
import { readCounts } from "./read-counts";
import { gradeCases, predictionOf, spearman } from "./study";

/**
 * `npm run grade-study -- --cases 150 --seed 7` prints how well the grade predicts what readers survive. Ends with 1 where
 * that is less than the grade must hold.
 */
const { cases, seed } = readCounts({ cases: 150, seed: usualSeed });
const graded = await gradeCases(cases, seed);
await closePictures();

const say = (line: string) => process.stdout.write(`${line}\n`);
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
const { correlation, pairs, inverted, isGood } = predictionOf(graded);
say(`${graded.length} codes. Spearman with the mean of three readers: ${correlation.toFixed(3)}`);
for (const reader of readers) {
  const own = spearman(
    graded.map(({ score }) => score),
    graded.map(({ survival }) => survival[reader]),
  );
  say(`  with ${reader}: ${own.toFixed(3)}`);
}
say(
  `Clear inversions: ${inverted} of ${pairs} pairs, ${((100 * inverted) / Math.max(1, pairs)).toFixed(2)} %`,
);
if (!isGood) process.exitCode = 1;
