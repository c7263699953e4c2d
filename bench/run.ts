import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { measureAnalytics } from "./analytics";
import { measureApi } from "./api";
import { measureEncoding } from "./encode";
import { measureFootprint } from "./footprint";
import { measureInngest } from "./inngest";
import { measureIsolation } from "./isolation";
import { measureLatency } from "./latency";
import { measureMemory } from "./memory";
import { closeOwnDatabase } from "./own-database";
import { measurePictures } from "./picture";
import { stopSubjects } from "./processes";
import { measureRedirects } from "./redirect";
import { formatTable, type Section } from "./report";
import { measureService } from "./service";
import { measureTraces } from "./traces";
import { measureVolume } from "./volume";
import { measureWebhooks } from "./webhooks";

/**
 * `npm run bench` measures us and others side by side in one run on this machine and prints ratios, medians of
 * interleaved rounds. `npm run bench -- encode picture` runs these sections alone; `--full` takes the long forms;
 * `--as-built` measures dist/ as it stands. Absolute figures move with the machine, ratios hardly.
 */
const sections: Record<string, Section> = {
  encode: measureEncoding,
  picture: measurePictures,
  service: measureService,
  api: measureApi,
  redirect: measureRedirects,
  analytics: measureAnalytics,
  webhooks: measureWebhooks,
  inngest: measureInngest,
  latency: measureLatency,
  isolation: measureIsolation,
  memory: measureMemory,
  traces: measureTraces,
  footprint: measureFootprint,
  volume: measureVolume,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: "boolean", default: false }, "as-built": { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !(name in sections));
if (unknown.length > 0) {
  console.error(
    `There is no section ${unknown.join(", ")}. Choose from: ${Object.keys(sections).join(", ")}.`,
  );
  process.exit(1);
}
const chosen = positionals.length > 0 ? positionals : Object.keys(sections);
process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores\n`);
try {
  for (const name of chosen) {
    const ratios = await sections[name]!({ full: values.full, asBuilt: values["as-built"] });
    process.stdout.write(`${formatTable(name, ratios)}\n`);
    await stopSubjects();
  }
} finally {
  await stopSubjects();
  await closeOwnDatabase();
}
