// Virtual environments for Python, with the packages that a file of requirements pins. Outside the checkout, where `npm ci`
// leaves them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

function run(program, words, remedy) {
  const done = spawnSync(program, words, { encoding: "utf8" });
  if (done.status === 0) return done;
  const said = (done.error?.message ?? done.stderr).trim().split("\n").slice(-5).join("\n");
  throw new Error(`${remedy}\n${program} ${words.join(" ")} failed:\n${said}`);
}

/** Named by what it holds, so that another version is another folder. */
function locate({ name, requirements, remedy }) {
  const { stdout: version } = run("python3", ["-c", "import sys; print(sys.version)"], remedy);
  const hash = createHash("sha256").update(version).update(readFileSync(requirements)).digest("hex");
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = process.env.HOME ? cache : tmpdir();
  return join(folder, "quietzone", `${name}-${hash.slice(0, 12)}`);
}

/**
 * The path of a Python that has the packages of the file `requirements`, made where it is missing, which downloads them.
 * `probe` is a program that imports them. Throws with `remedy` where that fails.
 */
export function ensurePython({ name, requirements, probe, remedy }) {
  const folder = locate({ name, requirements, remedy });
  const python = join(folder, "bin", "python");
  if (existsSync(python)) return python;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(join(folder, ".."), { recursive: true });
  try {
    run("python3", ["-m", "venv", draft], remedy);
    const draftPython = join(draft, "bin", "python");
    run(draftPython, ["-m", "pip", "install", "--quiet", "--requirement", requirements], remedy);
    run(draftPython, ["-c", probe], remedy);
    // Another process may have been quicker.
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return python;
}
