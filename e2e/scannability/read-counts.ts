import { parseArgs } from "node:util";

/** `--cases` and `--seed` of the command line, or what stands for them; ends the program where one is no number. */
export function readCounts(usual: { cases: number; seed: number }): { cases: number; seed: number } {
  const { values } = parseArgs({ options: { cases: { type: "string" }, seed: { type: "string" } } });
  const read = (name: "cases" | "seed") => {
    const text = values[name];
    if (text === undefined) return usual[name];
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    console.error(`--${name} must be a whole number from 1, not ${text}.`);
    process.exit(2);
  };
  return { cases: read("cases"), seed: read("seed") };
}
