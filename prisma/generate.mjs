import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Makes prisma/generated from schema.prisma; does nothing while neither the schema nor Prisma has changed. */

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}prisma/generated`;
const stampFile = `${folder}/.stamp`;
const require = createRequire(import.meta.url);
const prisma = require("prisma/package.json");

const stamp = createHash("sha256")
  .update(readFileSync(`${root}prisma/schema.prisma`))
  .update(prisma.version)
  .digest("hex");

const isCurrent =
  existsSync(`${folder}/client.ts`) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;

if (!isCurrent) {
  Object.assign(process.env, {
    // The CLI downloads a schema engine even for `generate`, which never runs it; any executable satisfies it.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  });
  const cli = require.resolve("prisma/build/index.js");
  const words = ["--require", `${root}prisma/without-studio.cjs`, cli, "generate", "--no-hints"];
  const run = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  if (run.status !== 0) {
    console.error(
      `The database client could not be generated from prisma/schema.prisma.\n${run.stdout}${run.stderr}`,
    );
    process.exit(1);
  }
  writeFileSync(stampFile, stamp);
}
