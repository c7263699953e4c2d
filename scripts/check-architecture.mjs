// Checks the code against docs/architecture.md: its layers on resolved imports, file sizes, a few calls that are banned, and
// phrases that a reader stumbles over.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { findOutgoingCalls } from "./outgoing-calls.mjs";

const folders = ["app", "lib", "components", "server", "inngest", "e2e", "bench", "clients", "mutants"];
const leastModules = 50;
const mostLines = 400;

function checkLayers() {
  const output = execFileSync(
    process.execPath,
    ["tools/node_modules/dependency-cruiser/bin/dependency-cruise.mjs", ...folders, "--output-type", "json"],
    { maxBuffer: 1 << 28, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  const { modules, summary } = JSON.parse(output);
  const faults = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  // With an unreadable tsconfig or compiler it cruises 0 modules and calls that clean.
  if (summary.totalCruised < leastModules) {
    faults.push(`only ${summary.totalCruised} modules were cruised; the cruise did not find the code`);
  }
  return { faults, sources: modules.map(({ source }) => source) };
}

function checkSizes(sources) {
  return sources
    .filter((source) => folders.some((folder) => source.startsWith(`${folder}/`)) && /\.tsx?$/.test(source))
    .filter((source) => !source.startsWith("clients/typescript/src/generated/"))
    .map((source) => ({ source, lines: readFileSync(source, "utf8").split("\n").length - 1 }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ source, lines }) => `${source} has ${lines} lines; ${mostLines} are the most`);
}

/**
 * A program and its words, without quotes, variables or redirects. `exec` stays: without it Debian's sh remains between npm and
 * the server, dies of the SIGTERM that npm passes on, and leaves the server running.
 */
const plainCommand = /^(?:exec )?(?!(?:exec|export|set|source) )[\w./:-]+(?: [\w./:=@-]+)*$/;

function checkScripts() {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  return Object.entries(scripts)
    .filter(([, line]) => !line.split(" && ").every((command) => plainCommand.test(command)))
    .map(([name]) => `the npm script ${name} holds shell syntax; join programs with && alone`);
}

/** What no file of the service may contain, and what to write instead. */
const rules = [
  {
    pattern: /(?<!`)URL\.canParse/,
    advice: "asks URL.canParse, which is wrong in Node 20; ask parseUrl of lib/platform/errors",
  },
  {
    pattern: /\/[/*]\s*Stryker\s/,
    advice: "takes mutants out of the count; write a test that notices them",
  },
  {
    pattern: /\$(?:query|execute)RawUnsafe/,
    advice: "passes text into SQL; give values as parameters to sql.query or Prisma's tagged templates",
  },
  {
    pattern: /(?:[!=]==\s*|case\s+)["'](?:free|starter|developer|pro)["']/,
    except: /^lib\/plans\.ts$/,
    advice: "compares the name of a plan; ask lib/plans.ts for the entitlement",
  },
  {
    pattern: /(?:UPDATE|DELETE\s+FROM|TRUNCATE)\s+audit_entry|auditEntry\.(?:update|delete|upsert)/i,
    advice: "changes the audit, which is appended to and never changed",
  },
  {
    pattern: /["`]\s*(?:SELECT|INSERT INTO|UPDATE "?\w+"? |DELETE FROM|WITH \w+ AS|TRUNCATE)\b/,
    except: /(?:^|\/)queries(?:\.\w+)?\.ts$|^server\/database\//,
    advice:
      "holds SQL; move the statement to the module's queries.ts as a typed function, or use Prisma Client",
  },
];

function checkRules(sources) {
  const own = sources.filter((source) =>
    /^(?:app|lib|components|server|inngest)\/.*(?<!\.test)\.tsx?$/.test(source),
  );
  return own.flatMap((source) => {
    const text = readFileSync(source, "utf8");
    const broken = rules.filter(({ pattern, except }) => pattern.test(text) && !except?.test(source));
    return [...broken.map(({ advice }) => `${source} ${advice}`), ...findOutgoingCalls(source, text)];
  });
}

/** Phrases of this project's own dialect, with plain ones to use instead; matched whole, in any case. */
const phrases = {
  "mend(?:s|ed|ing)?": "fix, correct, repair",
  "hears? of": "gets, is notified of, is subscribed to",
  "tells? of": "reports, describes, sends",
  "reckon\\w*": "compute, count",
  whoever: "the one meant: the client, the user, a process",
  anew: "again",
  "set aside": "soft-delete, reserve, move",
  "put aside": "dismiss",
  "of ours": "our own, one of our",
  "leads? to nothing": "does not exist",
};
const phrase = new RegExp(`\\b(?:${Object.keys(phrases).join("|")})\\b`, "i");

const proseFolders = [
  "app",
  "lib",
  "components",
  "server",
  "inngest",
  "e2e",
  "bench",
  "clients",
  "mutants",
  "docs",
  "deploy",
  "scripts",
];
const isProse = (path) =>
  /\.(?:tsx?|mjs|cjs|md|css|yml|conf|prisma)$/.test(path) &&
  !/(?:^|\/)(?:generated|node_modules|dist)\//.test(path) &&
  path !== "scripts/check-architecture.mjs";

function checkWording() {
  const files = proseFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const rootFiles = readdirSync(".").filter((path) => path.endsWith(".md"));
  return [...files, ...rootFiles, "prisma/schema.prisma"].filter(isProse).flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const [found] = phrase.exec(line) ?? [];
        if (found === undefined) return [];
        const [, plain] = Object.entries(phrases).find(([pattern]) =>
          new RegExp(`^(?:${pattern})$`, "i").test(found),
        );
        return [`${path}:${index + 1} says "${found}"; write plainly: ${plain}`];
      }),
  );
}

/** Files and lines of what runs, by `git ls-files`: without tests, e2e, bench, generated code and migrations. */
function describeSize() {
  const files = execFileSync("git", ["-c", "safe.directory=*", "ls-files", "*.ts", "*.tsx", "*.mjs"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter(
      (path) => path !== "" && !/^(?:e2e|bench|prisma\/migrations)\/|\/generated\/|\.test\.tsx?$/.test(path),
    );
  const lines = files.map((path) => readFileSync(path, "utf8").split("\n").length - 1);
  const isNext = /\/(?:page|layout|route|loading|not-found|error|template|default)\.tsx?$/;
  const count = (test) => lines.filter((number, at) => test(number, files[at])).length;
  return [
    `${files.length} files, ${lines.reduce((sum, number) => sum + number, 0)} lines`,
    `${count((number, path) => number < 25 && !isNext.test(path))} under 25 lines, ${count((number) => number > 250)} over 250`,
    `${sources.filter((source) => /(?:^|\/)queries(?:\.\w+)?\.ts$/.test(source)).length} files of queries`,
  ].join("; ");
}

const { faults, sources } = checkLayers();
faults.push(...checkScripts(), ...checkSizes(sources), ...checkRules(sources), ...checkWording());
for (const fault of faults) console.error(fault);
console.error(`architecture: ${sources.length} modules, ${faults.length} faults`);
if (process.argv.includes("--size")) console.error(describeSize());
if (faults.length > 0) process.exitCode = 1;
