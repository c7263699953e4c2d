import { spawnSync } from "node:child_process";

/** The user of the operating system that PostgreSQL runs as, when that is not ourselves. */
export interface SystemUser {
  uid: number;
  gid: number;
}

const name = "postgres";

function readId(flag: "-u" | "-g"): number | null {
  const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
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
  const { stderr } = spawnSync("useradd", [...flags, "--shell", "/usr/sbin/nologin", name], {
    encoding: "utf8",
  });
  const made = findUser();
  if (made !== null) return made;
  throw new Error(
    `PostgreSQL does not run as root, and a user "${name}" could not be made (${stderr?.trim() || "useradd is missing"}). ` +
      "Start the service as an ordinary user, or set DATABASE_URL.",
  );
}

/** May the user enter this folder or run this file, through every folder above it? */
export function canReach(user: SystemUser | null, path: string): boolean {
  if (user === null) return true;
  return spawnSync("test", ["-x", path], { uid: user.uid, gid: user.gid, cwd: "/" }).status === 0;
}
