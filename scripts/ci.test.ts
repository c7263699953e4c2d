import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";

const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
const [, gate = "", scores = "", nightly = ""] = workflow.split(/^ {2}(?:gate|mutants|vulnerabilities):$/m);
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

const stepsOf = (job: string) =>
  [...job.matchAll(/^ +- (run|uses): (.+)$/gm)].map(([, kind, what]) => [kind, what]);

describe("O6: the CI gate for every change", () => {
  it("runs only .ci/run, at night with all long tests", () => {
    expect(stepsOf(gate)).toEqual([
      ["uses", "actions/checkout@v4"],
      [
        "run",
        expect.stringMatching(/^\.ci\/run \S+ github\.event_name == 'schedule' && 'all' \|\| '' \}\}$/),
      ],
    ]);
    expect(statSync(".ci/run").mode & 0o111).toBe(0o111);
    const gateScript = readFileSync(".ci/run", "utf8");
    expect(gateScript).toMatch(/^slice=\(-- --turn "\$turn"\)\n\[ "\$\{1:-\}" = all \] && slice=\(\)$/m);
    expect(gateScript).toMatch(/npm ci && npm test && npm run --silent test:long "\$\{slice\[@\]\}"/);
  });

  it("runs privileged for the repository's own branches but not for forks", () => {
    const [, options = ""] = /^ {6}options: >-\n((?: {8}.+\n)+)/m.exec(gate) ?? [];
    const own =
      "(github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name == github.repository)";
    expect(options.replaceAll(/\s+/g, " ").trim().slice(1)).toBe(
      `{{ ${own} && '--privileged' || '' }} --init --shm-size=1g`,
    );
    expect(workflow.match(/--privileged/g)).toHaveLength(1);
  });

  it("runs on the oldest Node version in package.json and on the current LTS", () => {
    const least = /\d+\.\d+/.exec(manifest.engines.node)?.[0];
    expect(/node: \[(.+)\]/.exec(gate)?.[1]).toBe(`"${least}", "lts"`);
  });

  it("installs the packages that the README lists", () => {
    const gateScript = readFileSync(".ci/run", "utf8");
    const packages = [...gateScript.matchAll(/\bpackages\+?=\((.+)\)$/gm)]
      .map(([, names]) => names)
      .join(" ");
    expect(packages).toContain("chromium");
    expect(readFileSync("README.md", "utf8")).toContain(`apt-get install ${packages}\``);
  });

  it("checks the dependency rules before any test", () => {
    expect(manifest.scripts.check).toMatch(/ && node scripts\/check\.mjs$/);
    expect(readFileSync("scripts/check.mjs", "utf8")).toContain("scripts/check-dependencies.mjs");
    expect(manifest.scripts.test).toBe("node scripts/run-tests.mjs all");
    expect(readFileSync("scripts/run-tests.mjs", "utf8")).toMatch(
      /await check\(\);\n +node\("server\/ensure-build\.mjs"\);\n +vitest\(\[\]\);/,
    );
  });
});

describe("O6: the nightly CI run", () => {
  it("measures the mutation scores with npm run mutants", () => {
    expect(stepsOf(scores)).toContainEqual(["run", "npm run mutants"]);
    expect(scores).toContain("github.event_name == 'schedule'");
    expect(manifest.scripts).toHaveProperty("mutants");
  });

  it("checks for known vulnerabilities with scripts that exist", () => {
    expect(workflow).toMatch(/^ {4}- cron: /m);
    const commands = stepsOf(nightly).map(([, command]) => command);
    expect(commands).toContain('npm run check:vulnerabilities -- "$RUNNER_TEMP/npm.zip"');
    for (const command of commands) {
      const [, script] = /^npm run (\S+)/.exec(command!) ?? [];
      if (script !== undefined) expect(manifest.scripts).toHaveProperty([script]);
      const [, file] = /^node (\S+)/.exec(command!) ?? [];
      if (file !== undefined) expect(existsSync(file)).toBe(true);
    }
  });
});

describe("the workflow", () => {
  it("pins each action's version, has read-only permission and persists no credentials", () => {
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(3);
    for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/);
    const checkouts = workflow.match(/- uses: actions\/checkout@.+/g) ?? [];
    expect(workflow.match(/checkout@.+\n {8}with:\n {10}persist-credentials: false\n/g)).toHaveLength(
      checkouts.length,
    );
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  });
});
