// The readers that are no part of the service: zxing, OpenCV and zbar for Python, with segno, another encoder.
// `npm run readers` and .ci/run make their virtual environment; a test that needs it creates it where it is missing.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));

/** Named by what it holds, so that another version is another folder. Outside the checkout, where `npm ci` leaves it. */
function locate() {
  const { stdout: version } = run("python3", ["-c", "import sys; print(sys.version)"]);
  const name = createHash("sha256")
    .update(version)
    .update(readFileSync(requirements))
    .digest("hex")
    .slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = process.env.HOME ? cache : tmpdir();
  return join(folder, "quietzone", `readers-${name}`);
}

const remedy =
  "The readers for the corpus of codes are missing and could not be installed. Install python3-venv and zbar-tools, " +
  "allow pip to reach its index, and run npm run readers.";

function run(program, words) {
  const done = spawnSync(program, words, { encoding: "utf8" });
  if (done.status === 0) return done;
  const said = (done.error?.message ?? done.stderr).trim().split("\n").slice(-5).join("\n");
  throw new Error(`${remedy}\n${program} ${words.join(" ")} failed:\n${said}`);
}

/** The Python that has the readers; made where it is missing, which takes half a minute and a download of 100 MB. */
export function ensureReaders() {
  const folder = locate();
  const python = join(folder, "bin", "python");
  if (existsSync(python)) return python;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(join(folder, ".."), { recursive: true });
  try {
    run("python3", ["-m", "venv", draft]);
    run(join(draft, "bin", "python"), ["-m", "pip", "install", "--quiet", "--requirement", requirements]);
    run(join(draft, "bin", "python"), ["-c", "import cv2, segno, zxingcpp; from pyzbar import pyzbar"]);
    // Another process may have been quicker.
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return python;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.stdout.write(`${ensureReaders()}\n`);
