import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { writeClientPrograms } from "@/components/docs/samples";
import { newAccount, newKey, type TestKey } from "../../support/accounts";
import { expectFollower, RunningProgram, readBlocks } from "../../support/client-programs";
import { findFreePort } from "../../support/free-port";
import { makeWebhook } from "../../support/own-webhooks";
import { openQuietzone } from "../../support/quietzone";
import { startTlsFront } from "../../support/webhooks/tls-front";

const run = promisify(execFile);
const modules = join(process.cwd(), "node_modules");
let folder: string;
let key: TestKey;

const blocks = (language: string) => readBlocks("clients/typescript/README.md", language);

/** What a program of the project sees. */
const settings = (more: Record<string, string> = {}) => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  HOME: folder,
  QUIETZONE_URL: inject("baseUrl"),
  QUIETZONE_API_KEY: key.apiKey,
  ...more,
});

const tsconfig = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ["node"],
  },
};

/** A user's project: the package as the service hands it out, and the README's programs, compiled. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quietzone-client-"));
  key = await newKey(await newAccount("pro"));
  const [install = ""] = await blocks("sh");
  // It has no dependencies: no registry is asked.
  const registry = `http://127.0.0.1:${await findFreePort()}`;
  const env = { ...settings(), npm_config_registry: registry, npm_config_audit: "false" };
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  const programs = await blocks("ts");
  const names = ["quick-start.ts", "failure.ts", "events.ts", "receiver.ts"];
  expect(programs).toHaveLength(names.length);
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), programs[index] ?? "");
  await run("/bin/sh", ["-c", install], { cwd: folder, env });
  await mkdir(join(folder, "node_modules/@types"), { recursive: true });
  await symlink(join(modules, "@types/node"), join(folder, "node_modules/@types/node"));
  const compiled = await run(process.execPath, [join(modules, "typescript/bin/tsc")], { cwd: folder }).catch(
    ({ stdout }) => ({ stdout }),
  );
  expect(compiled.stdout).toBe("");
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it("the package contains only its license, README, package.json, code and types, and has no dependencies", async () => {
  const own = join(folder, "node_modules/@quietzone/client");
  const { stdout } = await run("find", [".", "-type", "f"], { cwd: own });
  const files = stdout.trim().split("\n");
  expect(files).toEqual(
    expect.arrayContaining(["./LICENSE", "./README.md", "./dist/index.js", "./dist/index.d.ts"]),
  );
  const others = files.filter(
    (file) => !/^\.\/(?:LICENSE|README\.md|package\.json|dist\/.*(?:\.js|\.d\.ts))$/.test(file),
  );
  expect(others).toEqual([]);
  expect(JSON.parse(await readFile(join(own, "package.json"), "utf8")).dependencies).toBeUndefined();
});

it("the README's quick start runs unchanged", async () => {
  const { stdout, stderr } = await run(process.execPath, ["quick-start.js"], {
    cwd: folder,
    env: settings(),
  });
  expect(stderr).toBe("");
  const [made = "", listed, week] = stdout.trim().split("\n");
  const [id = "", shortUrl] = made.split(" ");
  expect([listed, week]).toEqual(["Menu, table 4 0", "0 scans this week"]);
  const code = await openQuietzone({ apiKey: key.apiKey }).codes.get(id);
  expect(code).toMatchObject({ shortUrl, content: "https://example.com/menu/summer" });
  expect(await readFile(join(folder, "menu.svg"), "utf8")).toMatch(/^<svg/);
});

it("the program of /docs/with-a-key runs unchanged", async () => {
  await writeFile(join(folder, "menu.mjs"), writeClientPrograms(inject("baseUrl")).javascript);
  const { stdout } = await run(process.execPath, ["menu.mjs"], { cwd: folder, env: settings() });
  const { data } = await openQuietzone({ apiKey: key.apiKey }).codes.list({ limit: 1 });
  expect(data).toMatchObject([{ shortUrl: stdout.trim(), content: "https://example.com/menu/summer" }]);
});

it("the README's failure program prints refusals and connection failures", async () => {
  const { stderr } = await run(process.execPath, ["failure.js"], { cwd: folder, env: settings() });
  expect(stderr).toMatch(/^400 invalid_url .+\ncontent .+\n$/);
  const nobody = { QUIETZONE_URL: `http://127.0.0.1:${await findFreePort()}` };
  const failed = await run(process.execPath, ["failure.js"], { cwd: folder, env: settings(nobody) });
  expect(failed.stderr).toMatch(/^No answer, after every attempt: The service could not be reached/);
});

it("the README's event follower resumes where it stopped", async () => {
  const start = (env: Record<string, string>) =>
    new RunningProgram([process.execPath, "events.js"], folder, settings(env));
  await expectFollower(start, folder);
});

it("the README's receiver accepts a delivery of the service and rejects an unsigned request", async () => {
  const front = await startTlsFront();
  const { id, secret } = await makeWebhook(key, { url: front.url });
  const port = await findFreePort();
  front.leadTo(port);
  const env = settings({ PORT: `${port}`, WEBHOOK_SECRET: secret });
  const receiver: ChildProcess = spawn(process.execPath, ["receiver.js"], { cwd: folder, env });
  try {
    const ask = () =>
      fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "{}" }).then(({ status }) => status);
    await expect.poll(() => ask().catch(() => 0), { timeout: 20_000 }).toBe(401);
    const { webhooks } = openQuietzone({ apiKey: key.apiKey });
    const delivery = await webhooks.test(id, { type: "scan.created" });
    const status = async () => (await webhooks.getDelivery(id, delivery.id)).status;
    await expect.poll(status, { timeout: 20_000 }).toBe("delivered");
  } finally {
    receiver.kill();
    await front.close();
  }
});
