import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canReach, type PostgresRuntime, preparePostgres, type SystemUser } from "./postgres-runtime";
import type { ClusterPaths } from "./postmaster";

/** The longest path of a Unix socket is 103 bytes (macOS; Linux 107); the socket's own name takes 15. */
const maxSocketFolderBytes = 88;
/** Where root keeps the database when the user that PostgreSQL runs as can't reach DATA_DIR (below /root, say). */
const rootFolder = "/var/lib/quietzone";
const databaseUser = "quietzone";

export interface Cluster {
  paths: ClusterPaths;
  runtime: PostgresRuntime;
  user: SystemUser | null;
  password: string;
}

function makePrivateFolder(path: string, user: SystemUser | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (user !== null) chownSync(path, user.uid, user.gid);
}

/** Lets other users pass through DATA_DIR, which is ours; what is in it keeps its own modes. */
function openPassage(dataDir: string, user: SystemUser | null): boolean {
  if (canReach(user, dataDir)) return true;
  const { mode, uid } = statSync(dataDir);
  if (uid !== process.getuid?.()) return false;
  chmodSync(dataDir, mode | 0o011);
  if (canReach(user, dataDir)) return true;
  chmodSync(dataDir, mode);
  return false;
}

const folderNote = "database-folder";

/** Where a note in DATA_DIR says that the database lies; null without one. */
function readFolderNote(dataDir: string): string | null {
  const note = join(dataDir, folderNote);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : null;
}

/** The cluster that an earlier start made or would make in DATA_DIR, without making anything. */
export function locateCluster(dataDir: string): string {
  return join(readFolderNote(dataDir) ?? join(dataDir, "database"), "cluster");
}

/** The folder of the database: in DATA_DIR, or where a note in DATA_DIR says. */
function chooseFolder(dataDir: string, user: SystemUser | null): string {
  const noted = readFolderNote(dataDir);
  if (noted !== null) return noted;
  if (openPassage(dataDir, user)) return join(dataDir, "database");
  mkdirSync(rootFolder, { recursive: true, mode: 0o711 });
  if (!canReach(user, rootFolder)) {
    throw new Error(
      `PostgreSQL runs as the user "postgres", who can enter neither ${dataDir} nor ${rootFolder}. ` +
        "Set DATA_DIR to a folder that every user may enter, or set DATABASE_URL.",
    );
  }
  const elsewhere = join(rootFolder, randomBytes(6).toString("hex"));
  writeFileSync(join(dataDir, folderNote), `${elsewhere}\n`, { mode: 0o600 });
  return elsewhere;
}

/** The programs are beside the cluster; clusters outside any DATA_DIR share a copy, whichever project made it. */
function prepareBeside(folder: string, user: SystemUser | null): PostgresRuntime {
  const parent = dirname(folder);
  return preparePostgres(parent, user, parent === rootFolder);
}

/** What initdb complains of; its last lines tell that it cleans up. */
export function findFault(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const [fault = lines.at(-1) ?? ""] = lines.filter((line) => /\b(?:error|FATAL|PANIC): /.test(line));
  return fault.replace(/^.*?\b(?:error|FATAL|PANIC): +/, "");
}

function runInitdb(folder: string, runtime: PostgresRuntime, user: SystemUser | null): void {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  if (user !== null) chownSync(passwordFile, user.uid, user.gid);
  const flags = [
    `--pgdata=${join(folder, "cluster")}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The order of code points and Unicode's rules for case, the same on every machine whatever its locales.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
  const { status, stderr, error } = spawnSync(runtime.initdb, flags, {
    cwd: folder,
    env: runtime.environment,
    encoding: "utf8",
    ...(user ?? {}),
  });
  if (status === 0) return;
  const reason = error?.message ?? findFault(stderr);
  throw new Error(`The embedded database could not be made in ${dirname(folder)}: ${reason}`);
}

/** Makes the cluster beside its place and moves it there at the end, so that one half made is never used. */
function createCluster(folder: string, user: SystemUser | null): void {
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const prefix = `${folder}.new-`;
  for (const name of readdirSync(parent)) {
    if (join(parent, name).startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const draft = mkdtempSync(prefix);
  makePrivateFolder(draft, user);
  runInitdb(draft, prepareBeside(folder, user), user);
  if (Buffer.byteLength(join(folder, "sockets")) > maxSocketFolderBytes) {
    writeFileSync(join(draft, "sockets-folder"), `${mkdtempSync(join(tmpdir(), "quietzone-"))}\n`);
  }
  renameSync(draft, folder);
}

/** The socket's folder; one that stands in the open (`/tmp`) must be ours and nobody else's. */
function prepareSocketFolder(folder: string, user: SystemUser | null): string {
  const note = join(folder, "sockets-folder");
  const sockets = existsSync(note) ? readFileSync(note, "utf8").trim() : join(folder, "sockets");
  if (existsSync(sockets)) {
    const stat = lstatSync(sockets);
    const owners = [process.getuid?.(), user?.uid];
    if (!stat.isDirectory() || !owners.includes(stat.uid)) {
      throw new Error(`The folder ${sockets} belongs to another user; remove ${note} and start again.`);
    }
  }
  makePrivateFolder(sockets, user);
  return sockets;
}

/**
 * The cluster in DATA_DIR, made at the first call (about a second). Encoding UTF-8, collation C, a password of its
 * own that is kept beside it. Call it under the folder's lock. Throws an Error that says what to change.
 */
export function openCluster(dataDir: string, user: SystemUser | null): Cluster {
  const folder = chooseFolder(dataDir, user);
  if (!existsSync(folder)) createCluster(folder, user);
  const cluster = join(folder, "cluster");
  const made = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (made !== "18") {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${made}; this service brings PostgreSQL 18. ` +
        (Number(made) > 18
          ? "Start the newer version of Quietzone that made it, or set DATA_DIR to another folder."
          : "Make a backup with the version of Quietzone that made it, and restore it into an empty DATA_DIR."),
    );
  }
  return {
    paths: { cluster, sockets: prepareSocketFolder(folder, user), logFile: join(folder, "postgres.log") },
    runtime: prepareBeside(folder, user),
    user,
    password: readFileSync(join(folder, "password"), "utf8").trim(),
  };
}

/** Address of a database of the cluster, over its socket. */
export function clusterUrl(cluster: Cluster, database: string): string {
  const host = encodeURIComponent(cluster.paths.sockets);
  return `postgresql://${databaseUser}:${cluster.password}@${host}:5432/${database}`;
}
