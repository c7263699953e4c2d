import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { findFreePort } from "../free-port";

const program = "/usr/sbin/nginx";

/** Puts this place of the machine for the one that the files name, as their README says, and a port of the test's own. */
function settle(folder: string, port: number): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".conf"))) {
    const text = readFileSync(join(folder, name), "utf8");
    const own = text
      .replaceAll("/etc/nginx/quietzone", folder)
      .replace("listen 80;", `listen 127.0.0.1:${port};`);
    writeFileSync(join(folder, name), own);
  }
}

/** The least that nginx needs besides: everything that it writes lies in a folder of the test's own. */
function writeMain(prefix: string, files: readonly string[]): string {
  const path = join(prefix, "nginx.conf");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(prefix, kind)};`,
  );
  const lines = [
    "daemon off; master_process off;",
    `pid ${join(prefix, "nginx.pid")}; error_log stderr warn;`,
    "events {}",
    `http { access_log off; ${places.join(" ")}`,
    `${files.map((file) => `include ${file};`).join(" ")} }`,
  ];
  writeFileSync(path, lines.join("\n"));
  return path;
}

async function run(words: readonly string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, output };
}

/** Debian's nginx with these files of its `http`; returns what ends it. Fails where nginx would warn of the files. */
export async function startNginx(files: readonly string[]): Promise<() => Promise<void>> {
  const prefix = mkdtempSync(join(tmpdir(), "nginx-"));
  const words = ["-p", prefix, "-c", writeMain(prefix, files)];
  const { status, output } = await run(["-t", ...words]);
  expect(status, output).toBe(0);
  expect(output).not.toMatch(/\[(?:warn|error|emerg)\]/);
  const child = spawn(program, words, { stdio: "ignore" });
  return async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(prefix, { recursive: true });
  };
}

/**
 * Debian's nginx with the files of a redirect map, until the test ends; returns its origin.
 *
 * @param folder `nginx/` of the map; its files are changed to this place.
 */
export async function serveMap(
  folder: string,
  files: readonly string[] = ["quietzone-map.conf", "quietzone-server.conf"],
): Promise<string> {
  const port = await findFreePort();
  settle(folder, port);
  onTestFinished(await startNginx(files.map((file) => join(folder, file))));
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(origin, { redirect: "manual" }), { timeout: 20_000 });
  return origin;
}
