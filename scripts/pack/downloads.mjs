// Packs what `/downloads/` serves into clients/dist: the JavaScript client as a tarball of npm's kind, the Python client as a
// wheel. A step of every build. The same sources give the same bytes.
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import yazl from "yazl";
import { buildClient } from "../../clients/typescript/build.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const target = join(root, "clients/dist");
/** The time of every entry, so that packing again changes nothing: npm's own, 26 October 1985. */
const entryTime = new Date(499_162_500_000);

/** The files below a folder, sorted, as `path: bytes`. */
function readFolder(folder, isWanted = () => true) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .filter(isWanted)
    .sort()
    .map((path) => ({ path, bytes: readFileSync(join(root, folder, path)) }));
}

/** A header of ustar (POSIX.1-1988) with its checksum, the sum of its own bytes. */
function writeTarHeader(path, size, mode) {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tarball`);
  const header = Buffer.alloc(512);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const fields = [
    [0, path],
    [100, octal(mode, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(entryTime.getTime() / 1000, 12)],
    [148, "        "],
    [156, "0"],
    [257, "ustar\x0000"],
  ];
  for (const [offset, text] of fields) header.write(text, offset, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

async function packJavaScript() {
  await buildClient();
  const folder = "clients/typescript";
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const files = [
    { path: "package.json", bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...readFolder(folder, (path) => /^(?:LICENSE|README\.md|dist\/.+)$/.test(path)),
  ];
  const parts = files.flatMap(({ path, bytes }) => [
    writeTarHeader(`package/${path}`, bytes.length, path === "dist/cli.js" ? 0o755 : 0o644),
    bytes,
    Buffer.alloc(-bytes.length & 511),
  ]);
  const archive = gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]), { level: 9 });
  writeFileSync(join(target, "quietzone-client.tgz"), archive);
}

/** The value of a line such as `version = "0.1.0"` of pyproject.toml. */
function readProject(name) {
  const text = readFileSync(join(root, "clients/python/pyproject.toml"), "utf8");
  const [, value] = new RegExp(`^${name} = (.+)$`, "m").exec(text) ?? [];
  if (value === undefined) throw new Error(`clients/python/pyproject.toml has no ${name}`);
  return JSON.parse(value);
}

/** METADATA of a wheel: core metadata 2.4 with the README as the description. */
function writeMetadata(version) {
  const readme = readFileSync(join(root, "clients/python/README.md"), "utf8");
  return `Metadata-Version: 2.4
Name: ${readProject("name")}
Version: ${version}
Summary: ${readProject("description")}
License-Expression: ${readProject("license")}
License-File: LICENSE
Requires-Python: ${readProject("requires-python")}
${readProject("dependencies")
  .map((one) => `Requires-Dist: ${one}\n`)
  .join("")}Description-Content-Type: text/markdown

${readme}`;
}

/** A wheel as PyPA's "Binary distribution format" describes it: a ZIP with a RECORD of every file's SHA-256. */
async function packPython() {
  const version = readProject("version");
  const info = `quietzone-${version}.dist-info`;
  const files = [
    ...readFolder("clients/python/quietzone", (path) => /\.py$|^py\.typed$/.test(path)).map(
      ({ path, bytes }) => ({ path: `quietzone/${path}`, bytes }),
    ),
    { path: `${info}/METADATA`, bytes: Buffer.from(writeMetadata(version)) },
    {
      path: `${info}/WHEEL`,
      bytes: Buffer.from(
        "Wheel-Version: 1.0\nGenerator: quietzone\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
      ),
    },
    {
      path: `${info}/licenses/LICENSE`,
      bytes: readFileSync(join(root, "clients/python/LICENSE")),
    },
  ];
  const hash = (bytes) => createHash("sha256").update(bytes).digest("base64url");
  const record = files.map(({ path, bytes }) => `${path},sha256=${hash(bytes)},${bytes.length}\n`);
  const zip = new yazl.ZipFile();
  const add = (path, bytes) => zip.addBuffer(bytes, path, { mtime: entryTime, mode: 0o100644 });
  for (const { path, bytes } of files) add(path, bytes);
  add(`${info}/RECORD`, Buffer.from(`${record.join("")}${info}/RECORD,,\n`));
  zip.end();
  const file = join(target, `quietzone-${version}-py3-none-any.whl`);
  await pipeline(zip.outputStream, createWriteStream(file));
}

export async function packDownloads() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await packJavaScript();
  await packPython();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await packDownloads();
