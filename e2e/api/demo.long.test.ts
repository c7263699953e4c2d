import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { keepDemo, openDemoFolder } from "../demo/own-folder";

const folder = mkdtempSync(join(tmpdir(), "quietzone-demo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the demo until it ends by itself. */
async function refuse(settings: Record<string, string>): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "e2e/demo/start.ts"], {
    env: { NODE_ENV: "test", PATH: "/usr/bin:/bin", ...settings },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const [status] = (await once(child, "close")) as [number | null];
  return { status, said };
}

describe("npm run demo", () => {
  it("refuses to start with DATABASE_URL set or with another service's data folder", async () => {
    const database = await refuse({ DATABASE_URL: "postgresql://ada@127.0.0.1:1/real" });
    expect(database).toEqual({
      status: 1,
      said: expect.stringMatching(/^DATABASE_URL is set\. .*`DATABASE_URL= npm run demo`\.\n$/),
    });
    writeFileSync(join(folder, "database"), "somebody's");
    const other = await refuse({ DATA_DIR: folder });
    expect(other).toEqual({
      status: 1,
      said: expect.stringContaining(`${folder} has other data than the demo's.`),
    });
    expect(readdirSync(folder)).toEqual(["database"]);
  });
});

describe("openDemoFolder", () => {
  const own = join(folder, "own");

  it("creates its folder and empties one whose setup was interrupted", () => {
    expect(openDemoFolder({ DATA_DIR: own } as never)).toEqual({ path: own, kept: null });
    writeFileSync(join(own, "half"), "");
    expect(openDemoFolder({ DATA_DIR: own } as never).kept).toBeNull();
    expect(existsSync(join(own, "half"))).toBe(false);
  });

  it("keeps data from an earlier start", () => {
    const kept = { receiverPort: 4711, apiKey: "qz_demo" };
    keepDemo(openDemoFolder({ DATA_DIR: own } as never), kept);
    writeFileSync(join(own, "whole"), "");
    expect(openDemoFolder({ DATA_DIR: own } as never).kept).toEqual(kept);
    expect(existsSync(join(own, "whole"))).toBe(true);
  });
});
