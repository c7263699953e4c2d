import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TimeRange } from "@/lib/analytics/schema";

/** What Python's zoneinfo is asked about one window that ends with `now`: whole days of the zone, or hours. */
export type ZoneCase = {
  zone: string;
  now: number;
  /** Instants to be counted, in milliseconds. */
  instants: readonly number[];
} & ({ days: number } | { hours: number });

export interface ZoneAnswer {
  /** The window's first instant. */
  start: number;
  dates: string[];
  daily: number[];
  hourly: number[];
  /** Monday first. */
  weekly: number[];
  /** Instants that are not in the window. */
  outside: number;
}

/** A change of a zone's clocks: its first instant, and the seconds ahead of UTC before and after it. */
export type ClockChange = [at: number, before: number, after: number];

/** A zone in some years. */
export interface ZoneYears {
  zone: string;
  /** Seconds ahead of UTC at their start. */
  ahead: number;
  changes: ClockChange[];
}

const script = fileURLToPath(new URL("zoneinfo-oracle.py", import.meta.url));

/** All zones that Python knows, as their clocks go between two instants, and the version of its database, like `2025b`. */
export function readZoneYears(from: number, to: number): Promise<{ version: string; zones: ZoneYears[] }> {
  return ask({ from, to });
}

/** Counts each case by Python, in one process. */
export async function countByZoneinfo(cases: readonly ZoneCase[]): Promise<ZoneAnswer[]> {
  return (await ask<{ windows: ZoneAnswer[] }>({ cases })).windows;
}

/** The length of a time range as the oracle takes it; written down once more, from the text of the interface. */
export function lengthFor(timeRange: TimeRange, hasZone: boolean): { days: number } | { hours: number } {
  if (timeRange === "1h") return { hours: 1 };
  const days = { "1d": 1, "7d": 7, "30d": 30, "90d": 90, "1y": 365 }[timeRange];
  return hasZone ? { days } : { hours: 24 * days };
}

async function ask<T>(request: object): Promise<T> {
  const python = spawn("python3", [script], { stdio: ["pipe", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  python.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    python.once("error", reject);
    python.once("close", resolve);
  });
  python.stdin.end(JSON.stringify(request));
  const status = await ended;
  if (status !== 0) throw new Error(`python3 ${script} ended with status ${status}`);
  return JSON.parse(Buffer.concat(chunks).toString()) as T;
}
