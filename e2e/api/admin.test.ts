import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { startBuiltService } from "../support/service";

describe("the operator's command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-admin-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function admin(args: string[], settings: Record<string, string>) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/admin.js", ...args], {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", NODE_ENV: "production", ...settings },
    });
    return { status, stdout, stderr };
  }

  it("prints one JSON document, with no server running", () => {
    const { status, stdout } = admin(["status"], { DATA_DIR: folder });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      database: { isEmbedded: true, version: expect.stringMatching(/^18\./) },
      migrations: expect.arrayContaining([expect.stringMatching(/_public_codes$/)]),
      publicCodes: { stored: 0, expired: 0 },
      dataDir: folder,
    });
  });

  it("works beside a running server", async () => {
    const service = await startBuiltService({ DATA_DIR: folder, TRUSTED_PROXIES: "127.0.0.1" });
    const { status, stdout } = admin(["sweep"], { DATA_DIR: folder });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ publicCodesDeleted: 0 });
    expect((await fetch(`${service.baseUrl}/api/health`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it("works on DATABASE_URL", () => {
    const { stdout } = admin(["status"], { DATABASE_URL: inject("databaseUrl"), DATA_DIR: folder });
    expect(JSON.parse(stdout)).toMatchObject({ database: { isEmbedded: false } });
  });

  it.each([
    [[], /^Name a command: status, sweep, help\.\n$/],
    [["frob"], /^There is no command "frob"; there are status, sweep, help\.\n$/],
    [["toString"], /^There is no command "toString"/],
  ])("%j is an error on standard error with status 1", (args, sentence) => {
    const { status, stdout, stderr } = admin(args, { DATA_DIR: folder });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(sentence);
  });

  it("help lists the commands and touches no database", () => {
    const { status, stdout } = admin(["help"], { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/x" });
    expect(status).toBe(0);
    expect(Object.keys(JSON.parse(stdout).commands)).toContain("sweep");
  });
});
