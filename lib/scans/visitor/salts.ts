import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";

const dayMs = 86_400_000;
/** A visit waits for the database's salt no longer: then one of this process serves. */
const patienceMs = 250;
const retryMs = 5_000;

interface Salt {
  bytes: Buffer;
  /** All processes use it; else it was made up here while the database was away. */
  isShared: boolean;
}

/** By days since 1970: today's and tomorrow's, so that a database that is away over midnight changes nothing. */
const state = oncePerProcess("visitor salts", () => ({
  held: new Map<number, Salt>(),
  loading: new Map<number, Promise<Buffer>>(),
  retryAt: 0,
}));

/** The salt of an instant's UTC day. Never waits long and never fails. */
export function findSalt(now: Date): Buffer | Promise<Buffer> {
  const day = dayOf(now);
  const salt = state.held.get(day);
  if (salt === undefined) return awaitSalt(day);
  const missing = [day, day + 1].filter((one) => state.held.get(one)?.isShared !== true);
  if (missing.length > 0 && now.getTime() >= state.retryAt) {
    state.retryAt = now.getTime() + retryMs;
    for (const one of missing) loadSalt(one).catch(complain);
  }
  return salt.bytes;
}

/** Loads today's salt and tomorrow's; for the start. */
export async function openSalts(now = new Date()): Promise<void> {
  const day = dayOf(now);
  await Promise.all([loadSalt(day), loadSalt(day + 1)]);
}

/**
 * Deletes the salts that were made two days ago, and with them the only way from an address to a visitor; returns how
 * many. A day that is not over keeps its own.
 */
export async function sweepVisitorSalts(): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM visitor_salt
     WHERE created_at <= now() - interval '2 days' AND day < (now() AT TIME ZONE 'UTC')::date`,
  );
  return rowCount ?? 0;
}

function complain(err: unknown): void {
  log.warn({ err }, "the database gave no salt for visitors");
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs);
}

async function awaitSalt(day: number): Promise<Buffer> {
  const patience = setTimeout(patienceMs, undefined, { ref: false });
  const bytes = await Promise.race([loadSalt(day).catch(complain), patience]);
  return bytes ?? state.held.get(day)?.bytes ?? holdSalt(day, { bytes: randomBytes(32), isShared: false });
}

/** Everybody who waits for a day's salt waits for the same one. */
function loadSalt(day: number): Promise<Buffer> {
  const running = state.loading.get(day);
  if (running !== undefined) return running;
  const loading = fetchSalt(day).finally(() => state.loading.delete(day));
  state.loading.set(day, loading);
  return loading;
}

/** The first process of a day brings its own; whoever comes later, or at the same moment, reads that one. */
async function fetchSalt(day: number): Promise<Buffer> {
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  const known = await selectSalt(date);
  if (known !== undefined) return holdSalt(day, { bytes: known, isShared: true });
  const own = state.held.get(day)?.bytes ?? randomBytes(32);
  await sql.query("INSERT INTO visitor_salt (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", [date, own]);
  return holdSalt(day, { bytes: (await selectSalt(date)) ?? own, isShared: true });
}

async function selectSalt(date: string): Promise<Buffer | undefined> {
  const { rows } = await sql.query<{ salt: Buffer }>("SELECT salt FROM visitor_salt WHERE day = $1", [date]);
  return rows[0]?.salt;
}

/** Days that are over are not kept: with their salts in memory the way back to an address would stay open. */
function holdSalt(day: number, salt: Salt): Buffer {
  state.held.set(day, salt);
  const newest = Math.max(...state.held.keys());
  for (const one of state.held.keys()) if (one < newest - 2) state.held.delete(one);
  return salt.bytes;
}
