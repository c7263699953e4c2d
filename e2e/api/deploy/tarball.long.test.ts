import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packServer } from "../../../scripts/pack/pack.mjs";
import { findFreePort } from "../../support/free-port";

const folder = mkdtempSync(join(tmpdir(), "quietzone-tarball-"));
let tarball: string;

beforeAll(async () => {
  tarball = await packServer(folder);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npx` of the tarball in an empty folder, with an npm cache of its own. By an absolute path npx would execute the file. */
async function startByNpx(ignoreScripts: boolean) {
  const home = mkdtempSync(join(folder, "home-"));
  const port = String(await findFreePort());
  const child = spawn("npx", ["--yes", relative(home, tarball)], {
    cwd: home,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOME: home,
      PORT: port,
      LOG_LEVEL: "warn",
      npm_config_cache: join(home, "cache"),
      npm_config_ignore_scripts: String(ignoreScripts),
    },
  });
  // npx ends before the server does: closed is the output that both share.
  const ended = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  while (!output.includes("Quietzone is ready at")) {
    if (child.exitCode !== null) throw new Error(`npx ended.\n${output}`);
    await sleep(100);
  }
  const stop = async () => {
    process.kill(-(child.pid as number), "SIGTERM");
    await ended;
    return output;
  };
  return { home, url: `http://127.0.0.1:${port}`, stop };
}

describe.each([true, false])("npx of the tarball, ignore-scripts=%s", (ignoreScripts) => {
  it("serves plain and styled codes and pages from an empty folder and stores its data there", async () => {
    const { home, url, stop } = await startByNpx(ignoreScripts);
    let output = "";
    try {
      for (const settings of [undefined, { color: { dark: "#1B1F4B" }, dots: { style: "rounded" } }]) {
        const answer = await fetch(`${url}/api/public/qr-codes`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ type: "url", content: "https://example.com/menu", settings }),
        });
        expect(answer.status, await answer.clone().text()).toBe(200);
      }
      for (const page of ["/", "/docs", "/docs/api", "/sign-in", "/licences"]) {
        expect((await fetch(`${url}${page}`)).status, page).toBe(200);
      }
      const html = await (await fetch(url)).text();
      const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0];
      expect((await fetch(`${url}${script}`)).status).toBe(200);
      expect(existsSync(join(home, ".data"))).toBe(true);
    } finally {
      output = await stop();
    }
    expect(output).toContain(`npx ./${parse(tarball).name}.tgz admin user:link prints links`);
    expect(output).not.toContain("STARTED_AS");
  }, 300_000);
});
