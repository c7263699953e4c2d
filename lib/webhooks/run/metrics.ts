import { counter, histogram } from "@/lib/platform/metrics";
import type { DeliveryStatus } from "../schema";

const attempts = counter({
  name: "quietzone_delivery_attempts_total",
  help: "Attempts of deliveries by what came of the delivery: delivered, retrying, failed; cancelled where it was paused or deleted meanwhile.",
  labels: ["outcome"],
});

const seconds = histogram({
  name: "quietzone_delivery_attempt_seconds",
  help: "Time from an attempt's start to its answer or fault, name and handshake included.",
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
});

/** Counts an attempt that was made, and how long the receiver took. */
export function countAttempt(outcome: DeliveryStatus, durationMs: number): void {
  attempts.inc({ outcome });
  seconds.observe(durationMs / 1_000);
}
