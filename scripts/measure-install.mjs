// `npm run measure:install`: what a newcomer waits for and what it takes on disk, in a clean clone of the last commit in a
// temporary folder. Nothing of this checkout is used but its commit. `npm ci` has npm's cache of the user, `npx` an empty one.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bounds, measureModules, sizeOf } from "./install-size.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "quietzone-install-"));
const clone = join(folder, "quietzone");

async function findPort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

function time(name, work) {
  const startedAt = performance.now();
  work();
  print(name, `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

function print(name, value, bound) {
  process.stdout.write(`${name.padEnd(40)} ${value}${bound === undefined ? "" : ` (at most ${bound})`}\n`);
}

const run = (program, ...words) =>
  execFileSync(program, words, { cwd: clone, stdio: ["ignore", "ignore", "inherit"] });

/** Starts a program in a folder, with its data there; prints how long its first code takes. */
async function answerFirst(name, cwd, program, ...words) {
  const port = await findPort();
  const startedAt = performance.now();
  const environment = { PORT: String(port), DATA_DIR: join(cwd, ".data"), LOG_LEVEL: "error" };
  const service = spawn(program, words, {
    cwd,
    env: { ...process.env, ...environment, npm_config_cache: join(folder, "cache") },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  service.stdout.resume();
  const ended = once(service, "close");
  const body = JSON.stringify({ type: "url", content: "https://example.com/menu" });
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/api/public/qr-codes`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }).catch(() => null);
  while (!(await ask())?.ok) {
    if (service.exitCode !== null) throw new Error(`${program} ${words.join(" ")} ended before it answered.`);
    await sleep(50);
  }
  print(name, `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  process.kill(-service.pid, "SIGTERM");
  await ended;
}

/** Packs the build and runs the tarball in two empty folders: by npx, and as npx has installed it by then. */
async function measureTarball() {
  run("npm", "run", "--silent", "pack");
  const tarball = readdirSync(clone).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm run pack wrote no tarball.");
  print("tarball", `${Math.round(statSync(join(clone, tarball)).size / 2 ** 20)} MiB`);
  const [first, second] = ["first", "second"].map((name) => join(folder, name));
  for (const one of [first, second]) mkdirSync(one);
  await answerFirst("first code of npx with its install", first, "npx", "--yes", `../quietzone/${tarball}`);
  const [installed] = readdirSync(join(folder, "cache/_npx"));
  const program = join(folder, "cache/_npx", installed, "node_modules/quietzone-server/cli.mjs");
  await answerFirst("first code after npx's install", second, process.execPath, program);
}

try {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
  time("npm ci", () => run("npm", "ci"));
  time("first build", () => run("npm", "run", "--silent", "build"));
  await answerFirst("first code of a built npm start", clone, "npm", "start");
  const { packages, modulesMiB } = measureModules(clone);
  print("packages", packages, bounds.packages);
  print("node_modules", `${Math.round(modulesMiB)} MiB`, `${bounds.modulesMiB} MiB`);
  run("node", "scripts/pack/lay-out.mjs", join(folder, "image"));
  const imageMiB = sizeOf(join(folder, "image"));
  print("image, without its base image", `${Math.round(imageMiB)} MiB`, `${bounds.imageMiB} MiB`);
  await measureTarball();
  if (packages > bounds.packages || modulesMiB > bounds.modulesMiB || imageMiB > bounds.imageMiB) {
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
