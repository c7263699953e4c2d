import { describe, expect, it } from "vitest";
import type { Health } from "@/lib/operator/schema";
import { formatSize, formatSpan } from "./describe-engines";
import { describeHealth } from "./describe-health";

const well: Health = {
  readAt: "2026-11-22T12:00:00.000Z",
  database: {
    isEmbedded: true,
    version: "18.1",
    bytes: 50_000_000,
    connections: 12,
    maxConnections: 100,
    oldestTransactionSeconds: 0,
    replicas: 0,
  },
  migrations: { applied: 1, last: "20261126000000_init", unfinished: [] },
  rateLimits: { store: "redis", isDegraded: false },
  deliveries: {
    engine: "postgres",
    runsIn: "server",
    workers: 1,
    activeWebhooks: 2,
    pausedWebhooks: 0,
    eventsWaiting: 0,
    deliveriesWaiting: 0,
    oldestDueSeconds: 0,
    lastSentAt: null,
    heldSince: null,
  },
  scans: { lastMinute: 3, isSpooling: false, lost: 0, spool: { files: 0, bytes: 0, refused: 0 } },
  rollups: { unrolled: 10, lateSeconds: 0, daysToCount: 0, purges: 0 },
  tasks: [{ name: "roll-scans", everyMs: 15_000, endedAt: "2026-11-22T11:59:50.000Z", hasFailed: false }],
  disk: { folder: "/data", freeBytes: 50e9, totalBytes: 100e9 },
  process: { version: "0.1.0", node: "24.0.0", uptimeSeconds: 7_200, memoryBytes: 200e6, loopDelayMs: 12 },
  mail: { isSet: true, isOperatorTold: true, waiting: 0, oldestSeconds: 0 },
  blocklist: { file: null, entries: 0, readAt: null, fault: null },
};

const commandOf = (program: string) => `run ${program}`;
const signOf = (health: Health, id: string) =>
  describeHealth(health, "UTC", commandOf).find((part) => part.id === id);

it("every part of a healthy service is marked as well and has no advice", () => {
  for (const part of describeHealth(well, "UTC", commandOf)) {
    expect(part.sign, part.id).toBe("well");
    expect(part.advice, part.id).toBeUndefined();
  }
});

describe("the service's health", () => {
  it.each<[string, string, Partial<Health>]>([
    ["database", "fault", { migrations: { applied: 1, last: "a", unfinished: ["b"] } }],
    ["database", "fault", { database: { ...well.database, connections: 90 } }],
    ["database", "watch", { database: { ...well.database, oldestTransactionSeconds: 900 } }],
    ["rate-limits", "fault", { rateLimits: { store: "redis", isDegraded: true } }],
    ["deliveries", "fault", { deliveries: { ...well.deliveries, workers: 0 } }],
    ["deliveries", "fault", { deliveries: { ...well.deliveries, workers: 0, runsIn: "separate" } }],
    ["deliveries", "fault", { deliveries: { ...well.deliveries, engine: "inngest", oldestDueSeconds: 61 } }],
    ["deliveries", "fault", { deliveries: { ...well.deliveries, heldSince: "2026-11-22T11:00:00.000Z" } }],
    ["scans", "fault", { scans: { ...well.scans, lost: 1 } }],
    ["scans", "fault", { scans: { ...well.scans, isSpooling: true } }],
    ["scans", "watch", { scans: { ...well.scans, spool: { files: 0, bytes: 0, refused: 2 } } }],
    ["rollups", "watch", { rollups: { ...well.rollups, lateSeconds: 3_600 } }],
    ["disk", "fault", { disk: { folder: "/data", freeBytes: 1e9, totalBytes: 100e9 } }],
    ["disk", "watch", { disk: { folder: "/data", freeBytes: 5e9, totalBytes: 100e9 } }],
    ["process", "watch", { process: { ...well.process, loopDelayMs: 900 } }],
    ["mail", "watch", { mail: { ...well.mail, isSet: false } }],
    ["mail", "fault", { mail: { ...well.mail, waiting: 1, oldestSeconds: 90_000 } }],
    [
      "blocklist",
      "fault",
      { blocklist: { file: "/b", entries: 3, readAt: null, fault: "line 3 is no host" } },
    ],
    [
      "tasks",
      "fault",
      { tasks: [{ name: "x", everyMs: 1_000, endedAt: "2026-11-22T11:59:59.000Z", hasFailed: true }] },
    ],
    [
      "tasks",
      "watch",
      { tasks: [{ name: "x", everyMs: 1_000, endedAt: "2026-11-22T11:00:00.000Z", hasFailed: false }] },
    ],
  ])("marks a problem of %s as %s and gives advice", (id, sign, change) => {
    const part = signOf({ ...well, ...change }, id);
    expect(part?.sign).toBe(sign);
    expect(part?.advice).toMatch(/\.$/);
  });

  it("marks parts it could not read as unknown, and an unmeasured event loop as not measured", () => {
    expect(signOf({ ...well, tasks: null }, "tasks")?.sign).toBe("unknown");
    expect(signOf({ ...well, disk: null }, "disk")?.sign).toBe("unknown");
    expect(signOf({ ...well, rateLimits: { store: "redis", isDegraded: null } }, "rate-limits")?.sign).toBe(
      "unknown",
    );
    const process = signOf({ ...well, process: { ...well.process, loopDelayMs: null } }, "process");
    expect(process?.facts).toContainEqual(["Event loop, 99%", "not measured here"]);
  });
});

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [999_600, "1.0 MB"],
  [123_456_789, "123 MB"],
  [4.2e12, "4.2 TB"],
])("%d bytes are shown as %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));

it.each([
  [0.2, "less than a second"],
  [1, "1 second"],
  [120, "2 minutes"],
  [7_200, "2 hours"],
  [200_000, "2 days"],
])("%d seconds are shown as %s", (seconds, text) => expect(formatSpan(seconds)).toBe(text));
