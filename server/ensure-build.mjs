import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";

/**
 * Builds if the sources have changed since the last build, so that `npm start` is all one has to know. Writes nothing
 * when the build is up to date. Of several that start at once one builds and the others wait for it.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
/** `--quiet` says nothing while all goes well; `--force` builds also what is built. */
const isQuiet = process.argv.includes("--quiet");
const isForced = process.argv.includes("--force");
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
const lockName = `\0quietzone-build-${createHash("sha256").update(root).digest("hex").slice(0, 32)}`;

function say(text) {
  if (!isQuiet) process.stderr.write(`${text}\n`);
}

/** Where a machine has no such sockets, two that start at once may build twice. */
const unlocked = { close() {} };

/** A socket in Linux's abstract namespace: free again when its process ends, however that ends. */
function acquireLock() {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code === "EADDRINUSE" ? null : unlocked));
    server.listen(lockName, () => resolve(server));
  });
}

async function waitForLock() {
  if (process.platform !== "linux") return null;
  for (;;) {
    const lock = await acquireLock();
    if (lock !== null) return lock;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The steps of a build, each a program of Node's, so that a signal ends just that program and leaves none behind. */
const steps = [
  ["prisma/generate.mjs"],
  ["scripts/pack/downloads.mjs"],
  [createRequire(import.meta.url).resolve("next/dist/bin/next"), "build"],
  ["server/bundle.mjs"],
];

function runStep(step) {
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn(process.execPath, step, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
    const passOn = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, passOn);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      for (const name of signals) process.off(name, passOn);
      if (code === 0) resolve();
      else if (signal !== null) reject(new Error("The build was stopped."));
      else reject(new Error(`The build failed.\n${Buffer.concat(output).toString("utf8")}`));
    });
  });
}

async function ensureBuild() {
  if (!isForced && isBuilt()) return;
  const lock = await waitForLock();
  try {
    if (!isForced && isBuilt()) return;
    const startedAt = performance.now();
    say("Building; this takes about a minute and happens only when the sources have changed …");
    rmSync(`${root}.next/quietzone-build`, { force: true });
    for (const step of steps) await runStep(step);
    say(`Built in ${Math.round((performance.now() - startedAt) / 1000)} seconds.`);
  } finally {
    lock?.close();
  }
}

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
try {
  await ensureBuild();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
