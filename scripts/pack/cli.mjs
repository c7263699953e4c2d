#!/usr/bin/env node
// quietzone-server: the service in the current folder.
//   npx quietzone-server              the server; its data lies in .data, or in DATA_DIR
//   npx quietzone-server worker       a worker
//   npx quietzone-server admin help   the operator's commands
import { lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("server/", import.meta.url));
const programs = ["start", "worker", "admin"];

/** npm keeps symbolic links out of its archives; Next's bundles name packages by these. */
function makeLinks() {
  const links = JSON.parse(readFileSync(join(server, "links.json"), "utf8"));
  for (const [path, to] of Object.entries(links)) {
    const link = join(server, path);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(to, link, "dir");
    } catch (error) {
      if (error.code === "EEXIST") continue;
      throw new Error(
        `${link} can't be created (${error.code}). Start quietzone-server once as the user who installed it.`,
      );
    }
  }
}

/** Next looks for files below the working folder, which becomes the server's: paths in settings stay what they were. */
function settleFolders() {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  process.env.DATA_DIR = resolve(process.env.DATA_DIR?.trim() || ".data");
  for (const name of ["BLOCKLIST_FILE", "GEOIP_CITY_DB"]) {
    if (process.env[name]?.trim()) process.env[name] = resolve(process.env[name]);
  }
  process.chdir(server);
}

/** What hints tell an operator to run: in npx's cache the program has no name that npx finds again. */
function nameCommand() {
  if (!/[\\/]_npx[\\/]/.test(server)) return "npx quietzone-server";
  const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
  return `npx ./quietzone-server-${version}.tgz`;
}

try {
  const [name = "start"] = process.argv.splice(2, 1);
  if (!programs.includes(name))
    throw new Error(`Use quietzone-server with ${programs.join(", ")} or nothing.`);
  makeLinks();
  process.env.STARTED_AS = nameCommand();
  if (name !== "admin") settleFolders();
  await import(`./server/dist/${name}.js`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
