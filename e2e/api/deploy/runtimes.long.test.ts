import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openServices } from "../../support/process/services";
import { startBuiltService } from "../../support/service";

/** The image's Node, which guides use, and the series with long-term support before it. */
const image = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";
const versions = ["22.23.3", image];

const { newDataDir } = openServices();
const folder = mkdtempSync(join(tmpdir(), "quietzone-runtimes-"));

/** Node as npm's registry has it, its binary alone; the path of its folder. */
function fetchNode(version: string): string {
  const target = join(folder, version);
  const words = ["pack", "--silent", "--pack-destination", folder];
  const packed = spawnSync("npm", [...words, `node-linux-${process.arch}@${version}`], { encoding: "utf8" });
  if (packed.status !== 0) throw new Error(`Node ${version} could not be fetched.\n${packed.stderr}`);
  mkdirSync(target);
  const into = ["-C", target, "--strip-components=2", "package/bin/node"];
  const unpacked = spawnSync("tar", ["-xzf", join(folder, packed.stdout.trim()), ...into], {
    encoding: "utf8",
  });
  if (unpacked.status !== 0) throw new Error(`Node ${version} could not be unpacked.\n${unpacked.stderr}`);
  return target;
}

beforeAll(() => () => rmSync(folder, { recursive: true, force: true }));

describe.each(versions)("Node %s", (version) => {
  let bin: string;
  let node: string;

  beforeAll(() => {
    bin = fetchNode(version);
    node = join(bin, "node");
    expect(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()).toBe(`v${version}`);
  }, 300_000);

  it("serves a styled code and a page, answers an unknown code with 404, and exits with 0", async () => {
    const service = await startBuiltService({ DATA_DIR: newDataDir() }, [node, "dist/start.js"]);
    try {
      const answer = await fetch(`${service.baseUrl}/api/public/qr-codes`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          type: "url",
          content: "https://example.com/menu",
          settings: { dots: { style: "rounded" } },
        }),
      });
      expect(answer.status, await answer.clone().text()).toBe(200);
      expect((await fetch(`${service.baseUrl}/docs`)).status).toBe(200);
      expect((await fetch(`${service.baseUrl}/r/unknown`, { redirect: "manual" })).status).toBe(404);
    } finally {
      expect(await service.stop(), service.output()).toBe(0);
    }
  }, 240_000);

  it("passes the unit tests, except those with Python readers", () => {
    const { PATH = "", HOME = "" } = process.env;
    const folders = [
      "app/",
      "clients/",
      "components/",
      "inngest/",
      "lib/",
      "mutants/",
      "scripts/",
      "server/",
    ];
    const words = ["run", "--project", "unit", ...folders];
    const run = spawnSync(node, ["node_modules/vitest/vitest.mjs", ...words], {
      encoding: "utf8",
      env: { NODE_ENV: "test", PATH: `${bin}:${PATH}`, HOME, CI: "1", NO_COLOR: "1" },
      maxBuffer: 1 << 28,
    });
    expect(run.status, run.stdout + run.stderr).toBe(0);
    expect(run.stdout).toMatch(/Tests +\d{3,} passed/);
  }, 900_000);
});
