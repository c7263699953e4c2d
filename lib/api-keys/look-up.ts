import { isOutOfReach } from "@/lib/platform/database-faults";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";

/** A key as the database has it at this moment, with its account's plan. */
export interface KeyRow {
  id: string;
  account_id: string;
  plan: string;
  environment: string;
  permissions: string[];
  rate_limit: number;
  expires_at: Date | null;
  is_active: boolean;
  /** Both by the database's clock. */
  is_expired: boolean;
  is_use_due: boolean;
}

/** Who asks for one hash in the same statement. */
interface Question {
  hash: Buffer;
  askers: { resolve: (row: KeyRow | undefined) => void; reject: (error: unknown) => void }[];
}

/** Hashes of one statement at most. */
const maxBatch = 64;
/** Statements in flight at once: a second one, so that nobody waits for a slow first. */
const maxRunning = 2;
/** Hashes that may wait; about what a database at work answers in a second. */
const maxWaiting = 5_000;

const lookUps = oncePerProcess("api-key-look-ups", () => ({
  /** By the hash's bytes as text, in the order of asking. */
  waiting: new Map<string, Question>(),
  running: 0,
}));

/**
 * The key whose value, or whose value before its last rotation while its grace lasts, has this hash. Every call is
 * answered by a statement that begins after the call: nothing is remembered, so a revoked key is dead at the next
 * request. Under load calls share statements: while others are in flight the next one gathers.
 */
export function findKeyByHash(hash: Buffer): Promise<KeyRow | undefined> {
  const name = hash.toString("latin1");
  let question = lookUps.waiting.get(name);
  if (question === undefined) {
    if (lookUps.waiting.size >= maxWaiting) {
      const busy = new ServiceError("unavailable", "Too many requests are waiting", { retryAfterSeconds: 2 });
      return Promise.reject(busy);
    }
    question = { hash, askers: [] };
    lookUps.waiting.set(name, question);
  }
  const { askers } = question;
  return new Promise((resolve, reject) => {
    askers.push({ resolve, reject });
    if (lookUps.running < maxRunning) void askInBatches();
  });
}

async function askInBatches(): Promise<void> {
  lookUps.running += 1;
  while (lookUps.waiting.size > 0) {
    const batch = takeQuestions(maxBatch);
    try {
      const rows = await selectKeys([...batch.values()].map(({ hash }) => hash));
      for (const [name, { askers }] of batch) {
        for (const { resolve } of askers) resolve(rows.get(name));
      }
    } catch (error) {
      // Who waits for a database that is away would wait out its timeout once more, batch after batch.
      const others = isOutOfReach(error) ? takeQuestions(lookUps.waiting.size) : [];
      for (const [, { askers }] of [...batch, ...others]) {
        for (const { reject } of askers) reject(error);
      }
    }
  }
  lookUps.running -= 1;
}

function takeQuestions(most: number): Map<string, Question> {
  const taken = new Map<string, Question>();
  for (const [name, question] of lookUps.waiting) {
    if (taken.size === most) break;
    lookUps.waiting.delete(name);
    taken.set(name, question);
  }
  return taken;
}

const columns = `k.id, k.account_id, a.plan, k.environment, k.permissions, k.rate_limit, k.expires_at, k.is_active,
  coalesce(k.expires_at <= now(), false) AS is_expired,
  coalesce(k.last_used_at < now() - interval '1 minute', true) AS is_use_due`;

/**
 * Two searches by index; joined by OR they take twice the time. The hashes stand in a sub-select so that they are hidden
 * from the planner: it would else plan each execution anew for their number, which takes longer than the searches.
 */
const selectByHashes = {
  name: "select_api_keys_by_hash",
  text: `SELECT k.key_hash AS hash, ${columns} FROM api_key k JOIN account a ON a.id = k.account_id
      WHERE k.key_hash = ANY((SELECT $1::bytea[])::bytea[])
    UNION ALL
    SELECT k.previous_key_hash, ${columns} FROM api_key k JOIN account a ON a.id = k.account_id
      WHERE k.previous_key_hash = ANY((SELECT $1::bytea[])::bytea[]) AND k.previous_valid_until > now()`,
};

/** By the hash's bytes as text. */
async function selectKeys(hashes: Buffer[]): Promise<Map<string, KeyRow>> {
  const { rows } = await sql.query<KeyRow & { hash: Buffer }>({ ...selectByHashes, values: [hashes] });
  return new Map(rows.map((row) => [row.hash.toString("latin1"), row]));
}
