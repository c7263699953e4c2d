import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, expect, inject, it } from "vitest";
import { newAccount, newKey } from "../../support/accounts";
import { RunningProgram } from "../../support/client-programs";
import { FlakyProxy } from "../../support/process/flaky-proxy";
import { menu, openQuietzone } from "../../support/quietzone";

const command = resolve("clients/typescript/dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "quietzone-command-"));
const way = await new FlakyProxy(inject("baseUrl")).open();
afterAll(async () => {
  await way.close();
  rmSync(folder, { recursive: true, force: true });
});

let apiKey: string;
beforeEach(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
  way.requests.length = 0;
  way.mishaps = [];
});

function start(words: string[]): RunningProgram {
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: folder,
    QUIETZONE_URL: way.url,
    QUIETZONE_API_KEY: apiKey,
  };
  return new RunningProgram([process.execPath, command, ...words], folder, env);
}

async function run(words: string[]) {
  const program = start(words);
  const status = await program.ended;
  return { status, stdout: program.results(), output: program.output() };
}

/** The command prints the error last, as one line of JSON. */
const errorOf = (output: string) => JSON.parse(output.trimEnd().split("\n").at(-1) ?? "");

function writeRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `Table ${index + 1},https://example.com/${index}`);
  writeFileSync(join(folder, "codes.csv"), `name,content\n${rows.join("\n")}\n`);
  return "codes.csv";
}

const busy = { status: 429, headers: { "retry-after": "3600" } };

it.each([
  [1, { status: 400 }],
  [1, { status: 500 }],
  [3, { status: 401 }],
  [3, { status: 403 }],
  [4, { status: 404 }],
  [4, { status: 410 }],
  [5, busy],
])("the command exits with %i after %o", async (status, mishap) => {
  way.mishaps = [mishap];
  const { stdout, ...ended } = await run(["codes", "list", "--json"]);
  expect([ended.status, stdout]).toEqual([status, ""]);
});

it("an import that is refused midway prints what it has created and the row to go on from", async () => {
  const file = writeRows(150);
  way.mishaps = ["none", busy];
  const json = await run(["codes", "import", file, "--json"]);
  expect(json.status).toBe(5);
  expect(JSON.parse(json.stdout)).toEqual({
    created: 100,
    errors: [{ row: 101, error: expect.any(String), code: "unexpected_answer" }],
    dryRun: false,
    ignoredColumns: [],
    nextRow: 101,
  });
  expect(errorOf(json.output)).toMatchObject({ code: "unexpected_answer", hint: expect.any(String) });
  way.mishaps = ["none", busy];
  const { status, stdout, output } = await run(["codes", "import", file]);
  expect([status, stdout]).toEqual([5, "100 of 150 created\n"]);
  expect(output).toContain("Nothing from row 101 on was imported: import these rows to go on.\nError: ");
  way.mishaps = ["none", { status: 500 }];
  const unknown = await run(["codes", "import", file, "--json"]);
  expect(unknown.status).toBe(1);
  expect(JSON.parse(unknown.stdout)).toMatchObject({ nextRow: 101, uncertainRows: [101, 150] });
  way.mishaps = ["none", busy];
  const tried = await run(["codes", "import", file, "--dry-run"]);
  expect([tried.status, tried.stdout]).toEqual([5, "100 of 150 can be created\n"]);
  expect(tried.output).toContain("Nothing from row 101 on was checked.\nError: ");
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("an import ended by %s exits with %i and prints what it has created", async (signal, status) => {
  const interrupt = async (more: string[]) => {
    way.requests.length = 0;
    way.mishaps = ["none", "hang"];
    const program = start(["codes", "import", writeRows(250), ...more]);
    await expect.poll(() => way.requests.length).toBe(2);
    expect(await program.stop(signal)).toBe(status);
    return program;
  };
  const json = (await interrupt(["--json"])).results();
  expect(JSON.parse(json)).toMatchObject({ created: 100, errors: [], nextRow: 101 });
  const program = await interrupt([]);
  expect(program.results()).toBe("100 of 250 created\n");
  expect(program.output()).toContain("Rows 101 to 200 may have been imported: check before you go on.\n");
});

it("a delete that fails or is interrupted prints what it has deleted", async () => {
  const quietzone = openQuietzone({ apiKey });
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.push((await quietzone.codes.create(menu)).id);
  const [first = "", second = "", third = ""] = ids;
  const failed = await run(["codes", "delete", first, "nope", second, "--yes", "--json"]);
  expect(failed.status).toBe(4);
  expect(JSON.parse(failed.stdout)).toEqual({
    deleted: [first],
    errors: [{ id: "nope", error: expect.any(String), code: "not_found" }],
  });
  expect(errorOf(failed.output)).toMatchObject({ code: "not_found", hint: expect.any(String) });
  const { status, stdout, output } = await run(["codes", "delete", second, "nope", third, "--yes"]);
  expect([status, stdout]).toEqual([4, `Deleted ${second}\n`]);
  expect(output).toContain("1 of 3 deleted; stopped at nope\nError: ");
  way.requests.length = 0;
  way.mishaps = ["none", "hang"];
  const program = start(["codes", "delete", third, "other", "--yes", "--json"]);
  await expect.poll(() => way.requests.length).toBe(2);
  expect(await program.stop()).toBe(143);
  expect(JSON.parse(program.results())).toEqual({ deleted: [third], errors: [] });
});

it("a command interrupted while it reads exits with the signal's status; one that follows exits with 0", async () => {
  for (const [words, status] of [
    [["codes", "list"], 143],
    [["events"], 143],
    [["listen", "--forward-to", "localhost:1", "--replay", "evt_1"], 143],
    [["events", "--follow"], 0],
    [["scans", "--follow"], 0],
    [["listen", "--forward-to", "localhost:1"], 0],
  ] as const) {
    way.requests.length = 0;
    way.mishaps = ["hang"];
    const program = start([...words]);
    await expect.poll(() => way.requests.length).toBe(1);
    expect(await program.stop(), words.join(" ")).toBe(status);
  }
});

it("a file that can't be read or written is a usage error whose hint names it", async () => {
  const { id } = await openQuietzone({ apiKey }).codes.create(menu);
  const missing = join(folder, "missing/file");
  for (const [verb, words] of [
    ["read", ["codes", "import", missing]],
    ["write", ["codes", "export", "-o", missing]],
    ["write", ["image", id, "-o", missing]],
  ] as const) {
    const { status, stdout, output } = await run([...words, "--json"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(errorOf(output)).toEqual({
      error: `${missing} can't be ${verb === "read" ? "read" : "written"}: no such file or directory`,
      code: "usage",
      hint: `Check that ${missing} is the right path and that you may ${verb} it.`,
    });
  }
});
