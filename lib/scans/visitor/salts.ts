import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";

const dayMs = 86_400_000;
/** A visit waits for the database's salt no longer: then one of this process serves. */
const patienceMs = 250;
const retryMs = 5_000;
const saltBytes = 32;

interface Salt {
  bytes: Buffer;
  /** All processes use it; else it was made up here while the database was away. */
  isShared: boolean;
}

/** The salts that a process knows: today's and tomorrow's, so that a database away over midnight changes nothing. */
export class Salts {
  /** By days since 1970. */
  readonly #held = new Map<number, Salt>();
  readonly #loading = new Map<number, Promise<Buffer>>();
  #retryAt = 0;

  /** Loads today's salt and tomorrow's; for the start. Where the database is slow to answer, visits ask again. */
  async open(now: Date): Promise<void> {
    const day = dayOf(now);
    await Promise.all([day, day + 1].map((one) => this.#load(one).catch(complain)));
  }

  /** The salt of an instant's UTC day. Never waits long and never fails. */
  find(now: Date): Buffer | Promise<Buffer> {
    const day = dayOf(now);
    const salt = this.#held.get(day);
    if (salt === undefined) return this.#await(day);
    const missing = [day, day + 1].filter((one) => this.#held.get(one)?.isShared !== true);
    if (missing.length > 0 && now.getTime() >= this.#retryAt) {
      this.#retryAt = now.getTime() + retryMs;
      for (const one of missing) this.#load(one).catch(complain);
    }
    return salt.bytes;
  }

  async #await(day: number): Promise<Buffer> {
    const patience = setTimeout(patienceMs, undefined, { ref: false });
    const bytes = await Promise.race([this.#load(day).catch(complain), patience]);
    return (
      bytes ??
      this.#held.get(day)?.bytes ??
      this.#hold(day, { bytes: randomBytes(saltBytes), isShared: false })
    );
  }

  /** Everybody who waits for a day's salt waits for the same one. */
  #load(day: number): Promise<Buffer> {
    const running = this.#loading.get(day);
    if (running !== undefined) return running;
    const loading = this.#fetch(day).finally(() => this.#loading.delete(day));
    this.#loading.set(day, loading);
    return loading;
  }

  /** The first process of a day brings its own; later ones, and those of the same moment, read it. */
  async #fetch(day: number): Promise<Buffer> {
    const date = new Date(day * dayMs).toISOString().slice(0, 10);
    const known = await selectSalt(date);
    if (known !== undefined) return this.#hold(day, { bytes: known, isShared: true });
    const own = this.#held.get(day)?.bytes ?? randomBytes(saltBytes);
    await sql.query("INSERT INTO visitor_salt (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
      date,
      own,
    ]);
    return this.#hold(day, { bytes: (await selectSalt(date)) ?? own, isShared: true });
  }

  /** Days that are over are not kept: with their salts in memory the way back to an address would stay open. */
  #hold(day: number, salt: Salt): Buffer {
    this.#held.set(day, salt);
    const newest = Math.max(...this.#held.keys());
    for (const one of this.#held.keys()) if (one < newest - 2) this.#held.delete(one);
    return salt.bytes;
  }
}

export const salts: Salts = oncePerProcess("visitor salts", () => new Salts());

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

async function selectSalt(date: string): Promise<Buffer | undefined> {
  const { rows } = await sql.query<{ salt: Buffer }>("SELECT salt FROM visitor_salt WHERE day = $1", [date]);
  return rows[0]?.salt;
}

function complain(err: unknown): void {
  log.warn({ err }, "the database gave no salt for visitors");
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs);
}
