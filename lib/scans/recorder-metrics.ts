import { counter, gauge, histogram } from "@/lib/platform/metrics";

export const recordedVisits = counter({
  name: "quietzone_scans_total",
  help: "Calls of short URLs by what became of them: counted, capped, excluded, beyond, gone, spooled, lost.",
  labels: ["outcome"],
});
// There before the first of them: an alert sees a rise, and a series that begins at 5 has not risen.
for (const outcome of ["counted", "capped", "excluded", "beyond", "gone", "spooled", "lost"]) {
  recordedVisits.inc({ outcome }, 0);
}

export const batchVisits = histogram({
  name: "quietzone_scan_batch_size",
  help: "Visits that were committed in one transaction.",
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
});

export const batchSeconds = histogram({
  name: "quietzone_scan_batch_seconds",
  help: "Time from the start of a batch to its commit.",
  buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
});

export const replayedVisits = counter({
  name: "quietzone_scans_replayed_total",
  help: "Visits of the spool that were stored, once each.",
});

export const failedVisits = counter({
  name: "quietzone_scans_failed_total",
  help: "Visits of the spool that the database refuses, moved to the folder spool/failed.",
});

/** Sets the gauge of whether visits go to the spool, whenever it is read. */
export function watchDegraded(isDegraded: () => boolean): void {
  gauge({
    name: "quietzone_scans_degraded",
    help: "1 while the database is away or too slow and visits go to the spool.",
    collect() {
      this.set(isDegraded() ? 1 : 0);
    },
  });
}
