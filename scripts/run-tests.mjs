// `npm test`, `npm run test:quick` and `npm run test:long`; CONTRIBUTING.md says which to use when.
import { spawnSync } from "node:child_process";
import { runChecks } from "./check.mjs";
import { chooseSlice, longCommands } from "./long-slices.mjs";

const [mode, ...words] = process.argv.slice(2);

const succeeds = (program, words, environment = {}) =>
  spawnSync(program, words, { stdio: "inherit", env: { ...process.env, ...environment } }).status === 0;

function run(...command) {
  if (!succeeds(...command)) process.exit(1);
}

const node = (...words) => run(process.execPath, words);
const vitest = (words, environment) =>
  run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...words], environment);

async function check() {
  if (!(await runChecks())) process.exit(1);
}

node("prisma/generate.mjs");
switch (mode) {
  case "all":
    // A setup builds the service when the tests ask for it.
    if (words.length > 0)
      vitest(words, words.some((word) => word.includes(".long.")) ? { TEST_LONG: "1" } : {});
    else {
      await check();
      node("server/ensure-build.mjs");
      vitest([]);
    }
    break;
  case "quick":
    await check();
    node("server/ensure-build.mjs");
    vitest([], { TEST_QUICK: "1" });
    break;
  case "long": {
    const slice = chooseSlice(words);
    // A slice that fails keeps none of the others from running.
    const failed = longCommands(slice).filter(
      ({ program, words, environment }) => !succeeds(program, words, environment),
    );
    if (failed.length > 0) process.exit(1);
    break;
  }
  default:
    console.error("Use npm test, npm run test:quick or npm run test:long.");
    process.exit(2);
}
