import { createHash, type Hash } from "node:crypto";
import { z } from "zod";

/** What a backup says of itself, and how its files are named. */

/** Of this form; another one is refused. */
export const formatVersion = 1;

export const headName = "head.json";
export const manifestName = "manifest.json";
/** Where rows lie, in the text form of PostgreSQL's COPY: the pieces of a table, one behind the other, are its rows. */
export const pieceName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(8, "0")}`;

/** A larger one was not written by this service. */
const mostOfAKind = 10_000;

// A backup may have been made up by somebody, and what it says is printed: nothing in it may speak to a terminal.

/** One of our own names in the database, or that of a migration. */
const nameSchema = z.string().regex(/^\w{1,100}$/);
const sha256Schema = z.string().regex(/^[\da-f]{64}$/);
const printable = z.string().regex(/^\P{C}{0,500}$/u);

const tableSchema = z.strictObject({
  name: nameSchema,
  columns: z.array(nameSchema).min(1).max(mostOfAKind),
});

/** No file of a backup is longer: rows are cut into pieces of 4 MB, and one more of what the database sends at once. */
export const mostBytesOf = (name: string) =>
  (name === headName || name === manifestName ? 4 : 16) * 1024 * 1024;

/** What is known before the first row. */
export const headSchema = z.strictObject({
  product: z.literal("quietzone"),
  format: z.int(),
  /** Ours that made it. */
  version: z.string().regex(/^[\w.+-]{1,64}$/),
  takenAt: z.iso.datetime().max(40),
  /** Migrations of the database, in their order, each with the SHA-256 of its text. */
  migrations: z
    .array(z.strictObject({ name: nameSchema, checksum: sha256Schema }))
    .min(1)
    .max(mostOfAKind),
  /** Fingerprint of the key that its secrets are encrypted with; null: the database didn't say. */
  encryptionKey: z
    .string()
    .regex(/^[\da-f]{16}$/)
    .nullable(),
  tables: z.array(tableSchema).min(1).max(mostOfAKind),
});

/** What is known behind the last row. */
export const manifestSchema = z.strictObject({
  head: headSchema,
  tables: z
    .array(z.strictObject({ name: nameSchema, rows: z.int(), bytes: z.int(), sha256: sha256Schema }))
    .max(mostOfAKind),
  sequences: z
    .array(
      z.strictObject({ name: nameSchema, value: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() }),
    )
    .max(mostOfAKind),
  /** Tables of which the file holds other rows than the database had; absent where it holds all. */
  missing: z
    .array(z.strictObject({ name: nameSchema, rows: z.int().nullable(), archived: z.int() }))
    .max(mostOfAKind)
    .optional(),
  /** What of the service is not in this file. */
  keepBesides: z.array(printable).max(20),
});

export type Head = z.infer<typeof headSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type TableColumns = Head["tables"][number];
export type TableCount = Manifest["tables"][number];

/** Said in every backup and by the command that made it. */
export const keepBesides = [
  "ENCRYPTION_KEY and AUTH_SECRET, or DATA_DIR/secrets where they are not set: without the first nobody can read the secrets of webhooks and of two-factor sign-in, without the second everybody signs in again",
  "DATA_DIR/spool: scans that wait for the database",
  "the settings of the service, above all BASE_URL, which printed codes lead to",
];

/** Counts the rows of a table as its pieces pass by. */
export class Counter {
  readonly #hash: Hash = createHash("sha256");
  #rows = 0;
  #bytes = 0;

  add(piece: Buffer): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
    // A line is a row: a line break within a value is written as two other characters.
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) this.#rows += 1;
  }

  get rows(): number {
    return this.#rows;
  }

  end(name: string): TableCount {
    return { name, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
