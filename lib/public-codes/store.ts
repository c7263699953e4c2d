import { isOutOfReach } from "@/lib/platform/database-faults";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { publicCodeLifetimeMs } from "./schema";

export interface NewPublicCode {
  shortCode: string;
  type: string;
  content: string;
  png: Buffer;
}

interface Waiting {
  row: NewPublicCode;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Rows of one statement at most. */
const maxBatch = 32;
/** Rows that may wait; about as many as a database at work stores in a second or two. */
const maxWaiting = 2_000;

const commits = oncePerProcess("public-code-commits", () => ({ waiting: [] as Waiting[], running: false }));

/**
 * Stores a picture durably: resolves when the transaction that holds it is committed. Under load several share one
 * statement: while one is in flight the next batch gathers (group commit). A batch that fails fails for each of its
 * members, and for all who wait where the database is out of reach. It expires exactly 24 hours after the database's own time of storing.
 */
export function storePublicCode(row: NewPublicCode): Promise<void> {
  if (commits.waiting.length >= maxWaiting) {
    const error = new ServiceError("unavailable", "Too many images are being stored", {
      retryAfterSeconds: 2,
    });
    return Promise.reject(error);
  }
  return new Promise((resolve, reject) => {
    commits.waiting.push({ row, resolve, reject });
    if (!commits.running) void commitBatches();
  });
}

async function commitBatches(): Promise<void> {
  commits.running = true;
  while (commits.waiting.length > 0) {
    const batch = commits.waiting.splice(0, maxBatch);
    try {
      await insertRows(batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // Who waits for a database that is away would wait out its timeout once more, batch after batch.
      const failed = isOutOfReach(error) ? [...batch, ...commits.waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    }
  }
  commits.running = false;
}

/** One prepared statement for each number of rows. */
const statements = Array.from({ length: maxBatch + 1 }, (_, rows) => {
  const values = Array.from({ length: rows }, (_, row) => {
    const [a, b, c, d] = [1, 2, 3, 4].map((column) => `$${row * 4 + column}`);
    return `(${a}, ${b}, ${c}, ${d}, now(), now() + interval '${publicCodeLifetimeMs} milliseconds')`;
  });
  const columns = "short_code, type, content, png, created_at, expires_at";
  return {
    name: `insert_public_codes_${rows}`,
    text: `INSERT INTO public_code (${columns}) VALUES ${values.join(", ")}`,
  };
});

async function insertRows(batch: readonly Waiting[]): Promise<void> {
  const statement = statements[batch.length] as { name: string; text: string };
  const values: unknown[] = [];
  for (const { row } of batch) values.push(row.shortCode, row.type, row.content, row.png);
  await sql.query({ name: statement.name, text: statement.text, values });
}
