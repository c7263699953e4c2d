import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";

/**
 * Builds if the sources have changed since the last build, so that `npm start` is all one has to know. Writes nothing
 * when the build is up to date. Of several that start at once one builds and the others wait for it.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const isQuiet = process.argv.includes("--quiet");
const lockName = `\0quietzone-build-${createHash("sha256").update(root).digest("hex").slice(0, 32)}`;

function say(text) {
  if (!isQuiet) process.stderr.write(`${text}\n`);
}

/** Where a machine has no such sockets, two that start at once may build twice. */
const unlocked = { close() {} };

/** A socket in Linux's abstract namespace: free again when its process ends, however that ends. */
function takeLock() {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code === "EADDRINUSE" ? null : unlocked));
    server.listen(lockName, () => resolve(server));
  });
}

async function waitForLock() {
  if (process.platform !== "linux") return null;
  for (;;) {
    const lock = await takeLock();
    if (lock !== null) return lock;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function runBuild() {
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn("npm", ["run", "--silent", "build"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => child.kill(signal));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed.\n${Buffer.concat(output).toString("utf8")}`));
    });
  });
}

async function ensureBuild() {
  if (isBuilt()) return;
  const lock = await waitForLock();
  try {
    if (isBuilt()) return;
    const startedAt = performance.now();
    say("Building; this takes about a minute and happens only when the sources have changed …");
    rmSync(`${root}.next/quietzone-build`, { force: true });
    await runBuild();
    say(`Built in ${Math.round((performance.now() - startedAt) / 1000)} seconds.`);
  } finally {
    lock?.close();
  }
}

try {
  await ensureBuild();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
