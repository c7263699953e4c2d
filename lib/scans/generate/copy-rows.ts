import { randomFillSync } from "node:crypto";
import type { Owner } from "@/lib/rollups";
import type { Visitor } from "../visit";
import { type MadeCall, places, userAgents } from "./history";
import { machines } from "./visitors";

/** What an agent is called, as for a real visit. */
type Agent = Pick<Visitor, "device" | "os" | "browser" | "userAgent">;

/** PostgreSQL counts microseconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1);
/** Longer than any row: of its texts the longest is the user agent, 512 characters. */
const longestRow = 4_096;

export const copyHeader = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
export const copyTrailer = Buffer.from([0xff, 0xff]);

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const field = (bytes: Uint8Array) => Buffer.concat([int32(bytes.length), bytes]);
const textField = (text: string) => field(Buffer.from(text));
const idField = (id: string) => field(Buffer.from(id.replaceAll("-", ""), "hex"));

/**
 * Writes rows in the binary form of COPY, a tenth of the work that text is for either side. What does not vary between
 * rows is encoded once.
 */
export class RowWriter {
  readonly #codes: readonly Buffer[];
  readonly #places: readonly Buffer[];
  readonly #agents: readonly Buffer[];
  readonly #machines: readonly Buffer[];
  readonly #scans: Page;
  readonly #excluded: Page;

  constructor(
    { accountId, isSandbox }: Owner,
    codeIds: readonly string[],
    describe: (userAgent: string) => Agent,
  ) {
    const owner = Buffer.concat([idField(accountId), field(Buffer.from([isSandbox ? 1 : 0]))]);
    this.#codes = codeIds.map((id) => Buffer.concat([owner, idField(id)]));
    this.#places = places.map(({ country, city }) => Buffer.concat([textField(country), textField(city)]));
    this.#agents = userAgents.map((text) => {
      const { device, os, browser, userAgent } = describe(text);
      return Buffer.concat([device, os, browser, userAgent].map(textField));
    });
    this.#machines = machines.map(({ reason, userAgent }) =>
      Buffer.concat([reason, userAgent].map(textField)),
    );
    this.#scans = new Page(12);
    this.#excluded = new Page(7);
  }

  writeScan({ at, code, place, agent, visitor: [upper, lower] }: MadeCall): void {
    this.#scans.begin(this.#codes[code]!, this.#places[place]!, this.#agents[agent]!);
    this.#scans.writeIdAndTime(at);
    this.#scans.writeBigInt(upper, lower);
  }

  writeExcluded({ at, code, machine }: MadeCall): void {
    this.#excluded.begin(this.#codes[code]!, this.#machines[machine]!);
    this.#excluded.writeIdAndTime(at);
  }

  /** The scans written since the last call. */
  drainScans(): Buffer {
    return this.#scans.take();
  }

  drainExcluded(): Buffer {
    return this.#excluded.take();
  }

  get scanBytes(): number {
    return this.#scans.length;
  }
}

/** Bytes of rows that grow as they are written. */
class Page {
  readonly #fields: number;
  #bytes = Buffer.allocUnsafe(1 << 17);
  length = 0;

  constructor(fields: number) {
    this.#fields = fields;
  }

  begin(...parts: readonly Buffer[]): void {
    if (this.length + longestRow > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    }
    this.length = this.#bytes.writeInt16BE(this.#fields, this.length);
    for (const part of parts) {
      this.#bytes.set(part, this.length);
      this.length += part.length;
    }
  }

  /** A UUID of version 7 of that instant, and the instant. */
  writeIdAndTime(at: number): void {
    const bytes = this.#bytes;
    let place = bytes.writeInt32BE(16, this.length);
    place = bytes.writeUIntBE(at, place, 6);
    writeRandom(bytes, place);
    bytes[place] = 0x70 | (bytes[place]! & 0x0f);
    bytes[place + 2] = 0x80 | (bytes[place + 2]! & 0x3f);
    this.length = place + 10;
    const micros = (at - epochMs) * 1_000;
    this.writeBigInt(Math.floor(micros / 2 ** 32), micros % 2 ** 32);
  }

  writeBigInt(upper: number, lower: number): void {
    let place = this.#bytes.writeInt32BE(8, this.length);
    place = this.#bytes.writeUInt32BE(upper, place);
    this.length = this.#bytes.writeUInt32BE(lower, place);
  }

  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.length = 0;
    return taken;
  }
}

const pool = Buffer.alloc(64_000);
let used = pool.length;

/** Ids differ at every run, whatever the seed: the same history may be wanted twice. */
function writeRandom(bytes: Buffer, place: number): void {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  bytes.set(pool.subarray(used, used + 10), place);
  used += 10;
}
