// What `npm run check` holds a change to before any test runs. Two checks at a time; the output of one that fails is printed.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { ensureTools, toolPath } from "./tools.mjs";

/**
 * Each check as a command; the slow ones come first. TypeScript 7 checks types in a quarter of the time; Next and the other tools
 * still need the API of version 6.
 */
const checks = [
  { name: "types", command: [toolPath("tsc"), "--checkers", "1"] },
  { name: "unused code", command: [toolPath("knip")] },
  { name: "architecture", command: ["node", "scripts/check-architecture.mjs"] },
  { name: "tables and statements for Citus", command: ["node", "scripts/check-citus.mjs"] },
  { name: "style", command: [toolPath("biome"), "check"] },
  { name: "dependencies", command: ["node", "scripts/check-dependencies.mjs"] },
  { name: "types of the client", command: [toolPath("tsc"), "-p", "clients/typescript", "--noEmit"] },
];

function run({ name, command: [program, ...words] }) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (status) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      if (status !== 0) process.stdout.write(Buffer.concat(output));
      process.stdout.write(`${status === 0 ? "ok    " : "FAILED"} ${name}, ${seconds} s\n`);
      resolve(status === 0);
    });
  });
}

/** Runs every check, also after one has failed; resolves with whether all passed. */
export async function runChecks() {
  ensureTools();
  const waiting = [...checks];
  let isGood = true;
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await run(check))) isGood = false;
    }
  };
  await Promise.all([work(), work()]);
  return isGood;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = (await runChecks()) ? 0 : 1;
