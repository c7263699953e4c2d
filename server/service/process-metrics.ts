import { type StatsFs, statfsSync } from "node:fs";
import { collectDefaultMetrics } from "prom-client";
import { env } from "@/lib/platform/env";
import { gauge, registry } from "@/lib/platform/metrics";
import packageFile from "@/package.json";

/** Written by `server/bundle.mjs`; missing where nothing was bundled, as under `npm run dev`. */
declare const quietzoneRevision: string | undefined;

/** A figure of the file system with DATA_DIR; without a value while it can't be read. */
function diskGauge(name: string, help: string, figureOf: (disk: StatsFs) => number): void {
  gauge({
    name,
    help: `${help} Missing if it can't be read.`,
    aggregator: "first",
    collect() {
      try {
        this.set(figureOf(statfsSync(env.dataDir)));
      } catch {
        this.remove();
      }
    },
  });
}

/** Registers the metrics of the process and its machine: CPU, memory, event loop, versions and disk. */
export function openProcessMetrics(): void {
  collectDefaultMetrics({ register: registry });
  gauge({
    name: "quietzone_build_info",
    help: "Always 1; the labels name the version of Quietzone, the commit it was built from, and the version of Node.js.",
    labels: ["version", "revision", "node"],
    aggregator: "first",
  }).set(
    {
      version: packageFile.version,
      revision: typeof quietzoneRevision === "string" ? quietzoneRevision : "unknown",
      node: process.versions.node,
    },
    1,
  );
  diskGauge(
    "quietzone_disk_size_bytes",
    "Size of the file system with DATA_DIR.",
    ({ blocks, bsize }) => blocks * bsize,
  );
  diskGauge(
    "quietzone_disk_free_bytes",
    "Free space on the file system with DATA_DIR, for users other than root.",
    ({ bavail, bsize }) => bavail * bsize,
  );
}
