import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasGo } from "@/clients/generate/go/generate";
import { listPrograms } from "@/components/docs/programs";
import { type SampleRequest, writeRequestSamples } from "@/components/docs/request-samples";
import { listGoalRequests, listKeyRequests } from "@/components/docs/samples";
import { listWebhookRequests } from "@/components/docs/webhook-samples";
import { newAccount, newKey, type TestKey } from "../support/accounts";
import { makeWebhook } from "../support/own-webhooks";
import { readCode } from "../support/public-api";
import { menu, openQuietzone } from "../support/quietzone";
import { closedUrl } from "../support/tenant-webhooks";

/** The samples of the documentation in every language; those in a shell also run from the pages, in e2e/pages. */
const run = promisify(execFile);
const languages = ["curl", "JavaScript", "Python", ...(hasGo() ? ["Go"] : [])] as const;
const requests: Record<string, SampleRequest> = {
  ...listKeyRequests(inject("baseUrl")),
  ...listWebhookRequests(inject("baseUrl")),
  ...listGoalRequests(inject("baseUrl")),
};
const programs = listPrograms(inject("baseUrl"));
const files: Record<string, string> = { curl: "request.sh", JavaScript: "request.mjs", Python: "request.py" };
let folder: string;
let key: TestKey;
const variables: Record<string, string> = {};

const folderOf = (name: string, language: string) => join(folder, name.toLowerCase(), language.toLowerCase());

/** Runs a sample where its files go; returns what it prints. */
async function runSample(name: string, language: string, file = files[language] ?? ""): Promise<string> {
  const cwd = folderOf(name, language);
  const command = {
    curl: ["/bin/sh", file],
    JavaScript: [process.execPath, file],
    Python: ["python3", file],
  }[language] ?? [join(folder, "bin", name.toLowerCase())];
  const [program = "", ...words] = command;
  const host = `${language.toLowerCase()}-${variables.ID}.example.com`;
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    API_KEY: key.apiKey,
    ...variables,
    HOST: host,
  };
  const { stdout } = await run(program, words, { cwd, env });
  return stdout;
}

/** All programs of Go as one module, so that they are built at once. */
async function buildGo(): Promise<void> {
  const texts = [
    ...Object.entries(requests).map(([name, request]) => ({
      name,
      text: writeRequestSamples(request).find((one) => one.name === "Go")?.block.text ?? "",
    })),
    ...Object.values(programs).map(({ file, go }) => ({ name: `${file}-program`, text: go })),
  ];
  for (const { name, text } of texts) {
    await mkdir(join(folder, "go", name.toLowerCase()), { recursive: true });
    await mkdir(folderOf(name, "go"), { recursive: true });
    await writeFile(join(folder, "go", name.toLowerCase(), "main.go"), text);
  }
  await writeFile(join(folder, "go/go.mod"), "module example.com/samples\n\ngo 1.22\n");
  await mkdir(join(folder, "bin"));
  await run("go", ["build", "-o", join(folder, "bin"), "./..."], { cwd: join(folder, "go") });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quietzone-samples-"));
  key = await newKey(await newAccount("pro"));
  const client = openQuietzone({ apiKey: key.apiKey });
  const { id } = await client.codes.create({ ...menu, settings: { appendScanId: true } });
  const webhook = await makeWebhook(key, { url: closedUrl });
  const delivery = await client.webhooks.test(webhook.id, { type: "scan.created" });
  Object.assign(variables, {
    ID: id,
    SLUG: `menu-${id}`,
    HOOK_URL: closedUrl,
    WEBHOOK_ID: webhook.id,
    DELIVERY_ID: delivery.id,
    SINCE: "2026-01-01T00:00:00Z",
    CURSOR: "now",
  });
  for (const [name, request] of Object.entries(requests)) {
    for (const { name: language, block } of writeRequestSamples(request)) {
      if (language === "Go") continue;
      await mkdir(folderOf(name, language), { recursive: true });
      await writeFile(join(folderOf(name, language), files[language] ?? ""), block.text);
    }
  }
  for (const { file, javascript, python } of Object.values(programs)) {
    for (const [language, end, text] of [
      ["JavaScript", "mjs", javascript],
      ["Python", "py", python],
    ] as const) {
      await mkdir(folderOf(`${file}-program`, language), { recursive: true });
      await writeFile(join(folderOf(`${file}-program`, language), `${file}.${end}`), text);
    }
  }
  if (hasGo()) await buildGo();
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A goal needs a scan, and a scan of the sandbox a code and a key of it. */
const elsewhere = ["record", "sandboxScan"];

describe.each(Object.keys(requests).filter((name) => !elsewhere.includes(name)))("request %s", (name) => {
  it("returns the same fields in every language", async () => {
    const outcomes = [];
    for (const language of languages) {
      const stdout = await runSample(name, language);
      const written = (await readdir(folderOf(name, language))).filter((file) => file === "menu.svg");
      outcomes.push(
        written.length > 0
          ? await readFile(join(folderOf(name, language), "menu.svg"), "utf8")
          : Object.keys(JSON.parse(stdout)),
      );
    }
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(outcomes[0]).not.toContain("requestId");
  });
});

it("documented requests record sandbox scans and their goals in every language", async () => {
  const production = { key, ID: variables.ID };
  key = await newKey(await newAccount("pro"), { environment: "sandbox" });
  const client = openQuietzone({ apiKey: key.apiKey });
  const { id } = await client.codes.create({ ...menu, settings: { appendScanId: true } });
  variables.ID = id;
  try {
    for (const language of languages) {
      expect(JSON.parse(await runSample("sandboxScan", language))).toEqual({ created: 1, excluded: 0 });
    }
    const { data } = await client.scans.list();
    for (const [index, language] of languages.entries()) {
      variables.QZ_SCAN = data[index]?.id ?? "";
      expect(JSON.parse(await runSample("record", language))).toEqual({ recorded: true });
    }
  } finally {
    key = production.key;
    variables.ID = production.ID ?? "";
  }
});

const endings: Record<string, string> = { JavaScript: "mjs", Python: "py" };
const runProgram = (file: string, language: string) =>
  runSample(`${file}-program`, language, `${file}.${endings[language]}`);

it.each(languages.filter((language) => language !== "curl"))(
  "in %s: the documented programs create twenty codes, list them and read each scan once",
  async (language) => {
    const production = key;
    key = await newKey(await newAccount("pro"), { environment: "sandbox" });
    const client = openQuietzone({ apiKey: key.apiKey });
    try {
      expect(await runProgram("tables", language)).toBe("20 of 20 made\n");
      const listed = (await runProgram("codes", language)).trim().split("\n");
      expect(listed).toHaveLength(20);
      const png = await readFile(join(folderOf("tables-program", language), "Table 20.png"));
      expect(listed).toContain(`Table 20, ${await readCode(png)}, 0`);
      const { data } = await client.codes.list({ limit: 1 });
      const scan = (count: number) => client.sandbox.createScans({ qrCodeId: data[0]?.id ?? "", count });
      expect(await runProgram("scans", language)).toBe("");
      await scan(3);
      expect((await runProgram("scans", language)).trim().split("\n")).toHaveLength(3);
      await scan(1);
      expect((await runProgram("scans", language)).trim().split("\n")).toHaveLength(1);
      expect(await runProgram("scans", language)).toBe("");
    } finally {
      key = production;
    }
  },
);
