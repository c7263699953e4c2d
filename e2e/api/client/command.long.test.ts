import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newAccount, newKey, type TestKey } from "../../support/accounts";
import { draw, urlOf } from "../../support/logos";
import { openQuietzone } from "../../support/quietzone";
import { closedUrl } from "../../support/tenant-webhooks";

const command = resolve("clients/typescript/dist/cli.js");
let folder: string;
let key: TestKey;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "quietzone-command-"));
  key = await newKey(await newAccount("pro"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `quietzone` with a key in the environment, or with what `more` says. */
function quietzone(words: string[], input = "", more: Record<string, string | undefined> = {}) {
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: folder,
    QUIETZONE_URL: inject("baseUrl"),
    QUIETZONE_API_KEY: key.apiKey,
    ...more,
  };
  const child = spawn(process.execPath, [command, ...words], { cwd: folder, env });
  const outcome = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    outcome.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    outcome.stderr += chunk;
  });
  child.stdin.end(input);
  return new Promise<Outcome>((done) => child.once("close", (status) => done({ status, ...outcome })));
}

async function readJson(words: string[], input?: string) {
  const { stdout, stderr } = await quietzone([...words, "--json"], input);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

it("login stores a working key, readable by its user only, and later commands use it", async () => {
  const none = { QUIETZONE_API_KEY: undefined };
  const missing = await quietzone(["codes", "list"], "", none);
  expect(missing).toMatchObject({ status: 2, stderr: expect.stringContaining("run quietzone login") });
  const wrong = await quietzone(["login"], "qr_live_wrong\n", none);
  expect(wrong).toMatchObject({ status: 3, stderr: expect.stringContaining("Code: invalid_api_key") });
  const stored = await quietzone(["login"], `${key.apiKey}\n`, none);
  expect(stored).toMatchObject({ status: 0, stdout: expect.stringContaining("(pro, production)") });
  expect(stored.stdout).not.toContain(key.apiKey);
  expect(statSync(join(folder, "quietzone/config.json")).mode & 0o777).toBe(0o600);
  const { status } = await quietzone(["codes", "list"], "", { ...none, QUIETZONE_URL: undefined });
  expect(status).toBe(0);
});

it("login names the file that it can't write", async () => {
  writeFileSync(join(folder, "taken"), "");
  const more = { QUIETZONE_API_KEY: undefined, XDG_CONFIG_HOME: join(folder, "taken") };
  const { status, stderr } = await quietzone(["login"], `${key.apiKey}\n`, more);
  const file = join(folder, "taken/quietzone/config.json");
  expect([status, stderr.split("\n")]).toEqual([
    2,
    [
      `Error: ${file} can't be written: not a directory`,
      `Hint: Check that ${file} is the right path and that you may write it.`,
      ...["Code: usage", ""],
    ],
  ]);
});

it("the codes commands create, show, update, draw and delete a code", async () => {
  const words = ["create", "https://example.com/menu", "--name", "Menu", "--dynamic", "--tag", "summer"];
  const { id, shortUrl, tags } = await readJson(["codes", ...words]);
  expect(tags).toEqual(["summer"]);
  const shown = await quietzone(["codes", "get", id]);
  expect(shown.stdout).toMatch(/^name +Menu$/m);
  expect(shown.stdout).toContain(shortUrl);
  const changed = await readJson(["codes", "update", id, "--content", "https://example.com/x", "--tags", ""]);
  expect(changed).toMatchObject({ content: "https://example.com/x", tags: [] });
  const listed = await quietzone(["codes", "list", "--search", "Menu"]);
  expect(listed.stdout).toMatch(/^ID +NAME +TYPE/);
  expect(listed.stdout).toContain(id);
  await quietzone(["image", id, "--format", "svg", "-o", "menu.svg"]);
  expect(readFileSync(join(folder, "menu.svg"), "utf8")).toMatch(/^<svg/);
  expect(await quietzone(["codes", "delete", id])).toMatchObject({ status: 2 });
  expect(await quietzone(["codes", "delete", id, "--yes"])).toMatchObject({ status: 0 });
  const gone = await quietzone(["codes", "get", id, "--json"]);
  expect(gone.status).toBe(4);
  expect(JSON.parse(gone.stderr)).toMatchObject({ code: "not_found", hint: expect.any(String) });
});

it("create --dry-run says that nothing was created and shows no short URL", async () => {
  const words = ["codes", "create", "https://example.com/dry", "--name", "Dry", "--dynamic", "--dry-run"];
  const tried = await quietzone(words);
  expect(tried.status).toBe(0);
  expect(tried.stdout.split("\n").map((line) => line.split("  ")[0])).toEqual([
    ...["Dry run: nothing was created", "name", "type", "content", ""],
  ]);
  expect(await readJson(["codes", "list", "--search", "Dry"])).toEqual([]);
});

it("a rejected request prints each problem, its error code and a hint", async () => {
  const refused = await quietzone(["codes", "create", "example.com", "--name", "Menu"]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^Error: .+\n {2}content: .+\nHint: .+\nCode: invalid_url, request req_/);
  expect(await quietzone(["codes", "create", "x", "--size", "wide"])).toMatchObject({ status: 2 });
  expect(await quietzone(["codes", "make"])).toMatchObject({ status: 2 });
  for (const words of [
    [],
    ["get", "x"],
    ["codes", "make"],
    ["codes", "create", "x", "--size", "wide"],
    ["codes", "get"],
    ["codes", "list", "--pages", "2"],
    ["codes", "delete", "x"],
  ]) {
    if (words.length > 0) {
      const { status, stderr } = await quietzone(words);
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^Error: .+\nHint: .+\nCode: usage\n$/)]);
    }
    const { status, stdout, stderr } = await quietzone([...words, "--json"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(JSON.parse(stderr), words.join(" ")).toMatchObject({ code: "usage", hint: expect.any(String) });
  }
});

it("an unusable key or address is named by its variable or option, with what to do", async () => {
  const hint = "Hint: Pass a key with --key or QUIETZONE_API_KEY, or leave both out after quietzone login.";
  const list = ["codes", "list"];
  const empty = await quietzone(list, "", { QUIETZONE_API_KEY: "" });
  expect(empty).toMatchObject({
    status: 2,
    stderr: `Error: QUIETZONE_API_KEY is empty\n${hint}\nCode: usage\n`,
  });
  const split = await quietzone([...list, "--key", "qr_live_ x"]);
  expect(split.stderr).toBe(`Error: --key must be one word, such as qr_live_…\n${hint}\nCode: usage\n`);
  const login = await quietzone(["login"], "a b\n", { QUIETZONE_API_KEY: undefined });
  expect(login.stderr).toMatch(/^Error: The key must be one word/);
  const address = await quietzone(list, "", { QUIETZONE_URL: "" });
  expect(address).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^Error: QUIETZONE_URL is an address/),
  });
});

it("import reads a CSV file and names rows that need fixing; export writes a file that imports again", async () => {
  const csv =
    'name,content,isDynamic,tags\n"Table, 1",https://example.com/1,true,"a,b"\nTable 2,nowhere,false,\n';
  writeFileSync(join(folder, "codes.csv"), csv);
  const tried = await quietzone(["codes", "import", "codes.csv", "--dry-run"]);
  expect(tried).toMatchObject({ status: 1, stdout: "1 of 2 can be created\n" });
  const imported = await quietzone(["codes", "import", "codes.csv"]);
  expect(imported).toMatchObject({ status: 1, stdout: "1 of 2 created\n" });
  expect(imported.stderr).toMatch(/^Row 2: /);
  const { stdout } = await quietzone(["codes", "export"]);
  expect(stdout).toMatch(/^id,name,type,content/);
  const other = await newKey(await newAccount("pro"));
  const again = await quietzone(["codes", "import", "-"], stdout, { QUIETZONE_API_KEY: other.apiKey });
  expect(again).toMatchObject({ status: 0, stdout: "1 of 1 created\n" });
  const { data } = await openQuietzone({ apiKey: other.apiKey }).codes.list();
  expect(data).toMatchObject([{ name: "Table, 1", isDynamic: true, tags: ["a", "b"] }]);
});

it.each([
  ["CSV", []],
  ["JSON", ["--json"]],
])("export as %s carries rules, which import restores", async (_, words) => {
  const { apiKey } = await newKey(await newAccount("pro"));
  const client = openQuietzone({ apiKey });
  const settings = {
    routes: [
      {
        id: "phones",
        name: 'For; =a, "phones"',
        when: { devices: ["mobile" as const] },
        to: "https://example.com/phone",
      },
    ],
    utm: { source: "poster", campaign: "=summer; now" },
    passQuery: true,
    appendScanId: true,
    ...{ isActive: false, maxScans: 7, fallbackUrl: "https://example.com/over" },
    ...{ startsAt: "2030-01-01T00:00:00.000Z", expiresAt: "2031-01-01T00:00:00.000Z" },
  };
  const menu = { type: "url" as const, content: "https://example.com", isDynamic: true };
  await client.codes.create({ ...menu, name: "Rules", settings });
  await client.codes.create({ ...menu, name: "Plain" });
  const logo = { enabled: true, dataUrl: urlOf(await draw("png"), "png") };
  await client.codes.create({ ...menu, name: "Logo", settings: { logo } });
  const { stdout } = await quietzone(["codes", "export", ...words], "", { QUIETZONE_API_KEY: apiKey });
  if (words.length === 0) expect(stdout.match(/,service,/g)).toHaveLength(3);
  const other = (await newKey(await newAccount("pro"))).apiKey;
  const again = await quietzone(["codes", "import", "-"], stdout, { QUIETZONE_API_KEY: other });
  expect(again).toMatchObject({ status: 0, stdout: "3 of 3 created\n", stderr: "" });
  const target = openQuietzone({ apiKey: other });
  for (const { id, name } of (await target.codes.list()).data) {
    const { settings: stored } = await target.codes.get(id);
    expect(stored.routes).toEqual(name === "Rules" ? settings.routes : undefined);
    if (name === "Rules") expect(stored).toMatchObject(settings);
    else expect(stored).not.toHaveProperty("passQuery");
    if (name === "Logo") expect(stored.logo).toEqual(words.length === 0 ? undefined : { ...logo, size: 51 });
  }
});

it.each([
  ["JSON", JSON.stringify([{ name: "Menu", type: "url", content: "https://example.com" }])],
  ["CSV", "name,content\nMenu,https://example.com\n"],
])("import reads %s that begins with a byte-order mark", async (_, text) => {
  const told = await quietzone(["codes", "import", "-", "--dry-run"], `\uFEFF${text}`);
  expect(told).toEqual({ status: 0, stdout: "1 of 1 can be created\n", stderr: "" });
});

it("import refuses rows by row and column, and names columns that it leaves out", async () => {
  const rows = [
    "name,content,isDynamic,routes,utm,Rules,colour",
    "A,https://example.com,true,nonsense,,,red",
    "B,https://example.com,true,{},,,",
    "C,https://example.com,true,,[],,",
    "D,https://example.com,maybe,,,,",
    "E,https://example.com,true,[],,,",
    "F,nowhere,true,,,,",
  ].join("\n");
  const told = await quietzone(["codes", "import", "-", "--dry-run"], rows);
  expect([told.status, told.stdout]).toEqual([1, "1 of 6 can be created\n"]);
  expect(told.stderr.split("\n")).toEqual([
    "Warning: the column Rules is not imported",
    "Warning: the column colour is not imported",
    "Row 1: column routes must be a JSON array of rules, not nonsense",
    "Row 2: column routes must be a JSON array of rules, not {}",
    "Row 3: column utm must be a JSON object, not []",
    "Row 4: column isDynamic must be true or false, not maybe",
    expect.stringMatching(/^Row 6: /),
    "",
  ]);
  const json = JSON.parse((await quietzone(["codes", "import", "-", "--dry-run", "--json"], rows)).stdout);
  expect(json).toMatchObject({ created: 1, ignoredColumns: ["Rules", "colour"] });
  expect(json.errors.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
    ...[1, 2, 3, 4].map((row) => [row, "validation_failed"]),
    [6, "invalid_url"],
  ]);
});

it("export escapes cells that a spreadsheet would calculate, and import restores them", async () => {
  const { apiKey } = await newKey(await newAccount("pro"));
  const names = ["=1+1", "\uff1dHYPERLINK(1)", "\u00a0=1+1", "a;=1+1", "'quoted'", "'=2"];
  const client = openQuietzone({ apiKey });
  for (const name of names)
    await client.codes.create({ name, type: "url", content: "https://example.com", tags: ["x;y", "@z"] });
  const { stdout } = await quietzone(["codes", "export"], "", { QUIETZONE_API_KEY: apiKey });
  for (const cell of ["'=1+1", "'\uff1dHYPERLINK(1)", "'\u00a0=1+1", "a;'=1+1", "'quoted'", "''=2"])
    expect(stdout).toContain(`,${cell},`);
  const other = (await newKey(await newAccount("pro"))).apiKey;
  await quietzone(["codes", "import", "-"], stdout, { QUIETZONE_API_KEY: other });
  const { data } = await openQuietzone({ apiKey: other }).codes.list();
  expect(data.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(data.map(({ tags }) => tags)).toEqual(names.map(() => ["@z", "x;y"]));
});

it("scans and analytics read the sandbox", async () => {
  const { apiKey } = await newKey(await newAccount("pro"), { environment: "sandbox" });
  const client = openQuietzone({ apiKey });
  const { id } = await client.codes.create({
    name: "Menu",
    type: "url",
    content: "https://example.com",
    isDynamic: true,
  });
  await client.sandbox.createScans({ qrCodeId: id, count: 3 });
  const more = { QUIETZONE_API_KEY: apiKey };
  const scans = await quietzone(["scans", "--code", id, "--limit", "2", "--json"], "", more);
  expect(JSON.parse(scans.stdout)).toHaveLength(2);
  const figures = await quietzone(["analytics", "--range", "7d"], "", more);
  expect(figures).toMatchObject({ status: 0, stdout: expect.stringMatching(/^totalScans +\d+/) });
});

it("the webhooks commands manage webhooks", async () => {
  const words = ["create", closedUrl, "--name", "Orders", "--events", "scan.created"];
  const { id, signingSecret } = await readJson(["webhooks", ...words]);
  expect(signingSecret).toMatch(/^whsec_/);
  expect((await quietzone(["webhooks", "list"])).stdout).toContain(closedUrl);
  expect(await readJson(["webhooks", "deliveries", id])).toEqual([]);
  expect(await readJson(["webhooks", "delete", id, "--yes"])).toEqual({ deleted: [id] });
});

it("webhooks test sends the first type that the webhook subscribes to, or the one named", async () => {
  const words = ["create", closedUrl, "--name", "Changes", "--events", "qr.updated,qr.created"];
  const { id } = await readJson(["webhooks", ...words]);
  expect(await readJson(["webhooks", "test", id])).toMatchObject({ eventType: "qr.updated" });
  const named = await readJson(["webhooks", "test", id, "--type", "qr.created"]);
  expect(named).toMatchObject({ eventType: "qr.created" });
});
