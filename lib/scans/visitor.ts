import { hash, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { normalizeAddress } from "@/lib/platform/ip-address";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { findPlace } from "./geo";
import { findSalt, insertSalt } from "./queries.store";
import { cleanAgent, readAgent } from "./user-agent";
import type { Exclusion, Visitor } from "./visit";

export { openDatabases } from "./geo";

/** What a request to a short URL says about the visitor. */
export interface VisitRequest {
  method: string;
  userAgent?: string | undefined;
  /** `Purpose`, `Sec-Purpose`, `X-Purpose` and `X-Moz`, joined. */
  purpose?: string | undefined;
  /** Vetted by the process in front; empty where it is not known. */
  clientAddress: string;
  /** The place by the platform's headers; present only when they can be trusted. */
  country?: string | undefined;
  city?: string | undefined;
}

/** What a request says about where a user signs in. */
type OriginRequest = Pick<VisitRequest, "userAgent" | "clientAddress" | "country">;

/** Where a user signs in: labels alone, no address. */
export type Origin = Pick<Visitor, "device" | "os" | "browser" | "country">;

/** Of SHA-256. */
const blockBytes = 64;
const digestBytes = 32;

/** What the two hashes of HMAC begin with; behind `outer` there is room for the digest of the first. */
interface Blocks {
  inner: Buffer;
  outer: Buffer;
}

/** Each salt serves for many visits. */
const known = new WeakMap<Uint8Array, Blocks>();

/**
 * HMAC-SHA-256 (RFC 2104) of address and user agent, its first 64 bits as a signed decimal: of a million visitors in a day
 * two are taken for one with a likelihood of 1 to 37 million. By two one-shot hashes, for every visit waits for it and
 * `createHmac` takes about twice the time.
 *
 * @param salt of 64 bytes at most.
 */
export function hashVisitor(salt: Uint8Array, clientAddress: string, userAgent: string): string {
  const { inner, outer } = known.get(salt) ?? makeBlocks(salt);
  const text = Buffer.from(`${clientAddress}\n${userAgent}`);
  outer.write(hash("sha256", Buffer.concat([inner, text]), "hex"), blockBytes, "hex");
  return BigInt.asIntN(64, BigInt(`0x${hash("sha256", outer, "hex").slice(0, 16)}`)).toString();
}

function makeBlocks(salt: Uint8Array): Blocks {
  if (salt.length > blockBytes) throw new RangeError("A salt has 64 bytes at most");
  const inner = Buffer.alloc(blockBytes, 0x36);
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c);
  for (const [place, byte] of salt.entries()) {
    inner[place] = byte ^ 0x36;
    outer[place] = byte ^ 0x5c;
  }
  const blocks = { inner, outer };
  known.set(salt, blocks);
  return blocks;
}

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
    await Promise.all([day, day + 1].map((one) => this.#load(one).catch(logFault)));
  }

  /** The salt of an instant's UTC day. Never waits long and never fails. */
  find(now: Date): Buffer | Promise<Buffer> {
    const day = dayOf(now);
    const salt = this.#held.get(day);
    if (salt === undefined) return this.#wait(day);
    const missing = [day, day + 1].filter((one) => this.#held.get(one)?.isShared !== true);
    if (missing.length > 0 && now.getTime() >= this.#retryAt) {
      this.#retryAt = now.getTime() + retryMs;
      for (const one of missing) this.#load(one).catch(logFault);
    }
    return salt.bytes;
  }

  async #wait(day: number): Promise<Buffer> {
    const patience = setTimeout(patienceMs, undefined, { ref: false });
    const bytes = await Promise.race([this.#load(day).catch(logFault), patience]);
    return (
      bytes ??
      this.#held.get(day)?.bytes ??
      this.#hold(day, { bytes: randomBytes(saltBytes), isShared: false })
    );
  }

  /** Visits that wait for a day's salt share one query. */
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
    const known = await findSalt(date);
    if (known !== undefined) return this.#hold(day, { bytes: known, isShared: true });
    const own = this.#held.get(day)?.bytes ?? randomBytes(saltBytes);
    await insertSalt(date, own);
    return this.#hold(day, { bytes: (await findSalt(date)) ?? own, isShared: true });
  }

  /** Days that are over are not kept: with their salts in memory the way back to an address would stay open. */
  #hold(day: number, salt: Salt): Buffer {
    this.#held.set(day, salt);
    const newest = Math.max(...this.#held.keys());
    for (const one of this.#held.keys()) if (one < newest - 2) this.#held.delete(one);
    return salt.bytes;
  }
}

const salts: Salts = oncePerProcess("visitor salts", () => new Salts());

function logFault(err: unknown): void {
  log.warn({ err }, "the database gave no salt for visitors");
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs);
}

/** Reads the salts of today, which every visit asks for. */
export async function openSalts(): Promise<void> {
  await salts.open(new Date());
}

/**
 * Crops a request to all that is kept of it, and decides whether it is a person's scan. The address is used here and goes
 * no further: neither it nor a hash of it alone is part of the value.
 *
 * @param now the instant whose day's salt is used.
 */
export async function describeVisitor(
  request: VisitRequest,
  now = new Date(),
): Promise<{ visitor: Visitor; excluded: Exclusion | null }> {
  const clientAddress = normalizeAddress(request.clientAddress) ?? "";
  const userAgent = cleanAgent(request.userAgent ?? "");
  const agent = readAgent(userAgent);
  const [salt, place] = await Promise.all([salts.find(now), findPlace({ ...request, clientAddress })]);
  const { device, os, browser } = agent;
  const visitor = hashVisitor(salt, clientAddress, userAgent);
  return {
    visitor: { visitor, device, os, browser, country: place.country, city: place.city, userAgent },
    excluded: exclude(request, agent.automaton),
  };
}

/** Crops a request of a user who signs in to what they recognise it by. */
export async function describeOrigin(request: OriginRequest): Promise<Origin> {
  const clientAddress = normalizeAddress(request.clientAddress) ?? "";
  const { device, os, browser } = readAgent(cleanAgent(request.userAgent ?? ""));
  const { country } = await findPlace({ clientAddress, country: request.country });
  return { device, os, browser, country };
}

const fetchedAhead = /\b(?:prefetch|prerender)\b/i;
/** Safari draws the tiles of its start page this way. */
const fetchedAsPicture = /\bpreview\b/i;

function exclude({ method, purpose }: VisitRequest, automaton: "bot" | "preview" | null): Exclusion | null {
  if (method === "HEAD") return "head";
  if (purpose === undefined) return automaton;
  if (fetchedAhead.test(purpose)) return "prefetch";
  return fetchedAsPicture.test(purpose) ? "preview" : automaton;
}
