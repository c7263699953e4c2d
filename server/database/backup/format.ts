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

const tableSchema = z.strictObject({ name: z.string().min(1), columns: z.array(z.string().min(1)).min(1) });

/** What is known before the first row. */
export const headSchema = z.strictObject({
  product: z.literal("quietzone"),
  format: z.int(),
  /** Ours that made it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** Migrations of the database, in their order, each with the SHA-256 of its text. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })).min(1),
  /** Fingerprint of the key that its secrets are sealed with; null: the database didn't say. */
  encryptionKey: z.string().nullable(),
  tables: z.array(tableSchema).min(1),
});

/** What is known behind the last row. */
export const manifestSchema = z.strictObject({
  head: headSchema,
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** What of the service is not in this file. */
  keepBesides: z.array(z.string()),
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
