import { closePictures } from "@/lib/pictures";
import { allLooks, usualSeed } from "./cases";
import { runCorpus } from "./corpus";
import { formatTable } from "./evaluate";
import { readCounts } from "./read-counts";

/**
 * `npm run corpus -- --cases 10000 --seed 7` prints what each reader reads of every look, beside its rate on segno's plain
 * symbols of the same payloads. `!` marks where it falls behind. Ends with 1 where one does without a warning.
 */
const { cases, seed } = readCounts({ cases: 100 * allLooks.length, seed: usualSeed });
const { lines, failing, wrong } = await runCorpus(cases, seed);
await closePictures();
const say = (line: string) => process.stdout.write(`${line}\n`);
say(formatTable(lines));
say(`${failing.length} rows fall behind without a warning; ${wrong.length} codes gave another text.`);
for (const { content, settings } of wrong) say(JSON.stringify({ content, settings }));
if (failing.length > 0 || wrong.length > 0) process.exitCode = 1;
