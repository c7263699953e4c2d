import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasGo } from "@/clients/generate/go/generate";
import { writeClientPrograms } from "@/components/docs/samples";
import { newAccount, newKey, type TestKey } from "../../support/accounts";
import { expectFollower, expectReceiver, RunningProgram, readBlocks } from "../../support/client-programs";
import { findFreePort } from "../../support/free-port";
import { openQuietzone } from "../../support/quietzone";

const run = promisify(execFile);
const names = ["quickstart", "errors", "events", "receiver"];
let folder: string;
let key: TestKey;

const settings = (more: Record<string, string> = {}) => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  QUIETZONE_URL: inject("baseUrl"),
  QUIETZONE_API_KEY: key.apiKey,
  ...more,
});

const runProgram = (name: string, more: Record<string, string> = {}) =>
  run(join(folder, "bin", name), [], { cwd: folder, env: settings(more) });

const title = hasGo() ? "the Go client" : "the Go client: skipped, Go 1.25 or later is not installed here";

describe.skipIf(!hasGo())(title, () => {
  /** A user's module with the README's programs and the client beside them. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quietzone-go-"));
    key = await newKey(await newAccount("pro"));
    await cp("clients/go", join(folder, "quietzone-go"), { recursive: true });
    const programs = await readBlocks("clients/go/README.md", "go");
    expect(programs).toHaveLength(names.length);
    for (const [index, name] of names.entries()) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "main.go"), programs[index] ?? "");
    }
    await mkdir(join(folder, "guide"));
    await writeFile(join(folder, "guide/main.go"), writeClientPrograms(inject("baseUrl")).go);
    const [install = ""] = await readBlocks("clients/go/README.md", "sh");
    const script = `go mod init example.com/menu\n${install}\nmkdir bin && go build -o bin ./...`;
    await run("/bin/sh", ["-ec", script], { cwd: folder, env: settings() });
  }, 240_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("passes its own tests, gofmt and vet", async () => {
    const script = 'test -z "$(gofmt -l .)" && go vet ./... && go test ./...';
    const { stdout } = await run("/bin/sh", ["-c", script], { cwd: "clients/go", env: settings() });
    expect(stdout).toMatch(/^ok/m);
  });

  it("runs the README's quick start unchanged", async () => {
    const { stdout } = await runProgram("quickstart");
    const [made = "", listed] = stdout.trim().split("\n");
    const [id = "", shortUrl] = made.split(" ");
    expect(listed).toBe("Menu, table 4 0");
    const code = await openQuietzone({ apiKey: key.apiKey }).codes.get(id);
    expect(code).toMatchObject({ shortUrl, content: "https://example.com/menu/summer" });
    expect(await readFile(join(folder, "menu.svg"), "utf8")).toMatch(/^<svg/);
  });

  it("runs the program of /docs/with-a-key unchanged", async () => {
    const { stdout } = await runProgram("guide");
    const { data } = await openQuietzone({ apiKey: key.apiKey }).codes.list({ limit: 1 });
    expect(data).toMatchObject([{ shortUrl: stdout.trim(), content: "https://example.com/menu/summer" }]);
  });

  it("returns typed errors for refusals and network failures", async () => {
    expect((await runProgram("errors")).stdout).toMatch(/^400 invalid_url .+\n$/);
    const nobody = { QUIETZONE_URL: `http://127.0.0.1:${await findFreePort()}` };
    const { stdout } = await runProgram("errors", nobody);
    expect(stdout).toMatch(
      /^No answer, after every attempt: .+ connection refused Check that the service runs.+\n$/,
    );
  });

  it("follows events from where it stopped", async () => {
    const start = (env: Record<string, string>) =>
      new RunningProgram([join(folder, "bin/events")], folder, settings(env));
    await expectFollower(start, folder);
  });

  it("receives webhooks signed with its secret and rejects others", async () => {
    await expectReceiver(
      (env) => new RunningProgram([join(folder, "bin/receiver")], folder, settings(env)),
      await findFreePort(),
    );
  });
});
