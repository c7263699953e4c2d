import type pg from "pg";
import type { ContentType } from "@/lib/content/schema";
import { type NewEvent, writeEvents } from "@/lib/events";
import { entitlements } from "@/lib/plans";
import { type BeforeCommit, redirectSql, runTransaction, type Transaction } from "@/lib/platform/db";
import { presentScan } from "../present";
import type { Outcome, Recorded, Visit } from "../visit";
import { beginWithLock, storeBatchStatement } from "./statement";

/** What stands for itself within quotes; everything else of text would end them or change what follows. */
const special = /["\\]/g;

/** Ids, numbers, names without blanks: they need no quotes, unless they spell the absence of a value. */
const bare = /^[0-9A-Za-z_-]+$/;

/** Visits that are stored in one transaction, known by an id of its own. */
export interface Batch {
  id: string;
  visits: readonly Visit[];
}

/** Visits of one batch at most: what a visitor may have to wait for. */
export const maxBatch = 500;

const detailedScans = JSON.stringify(
  Object.fromEntries(
    Object.entries(entitlements).map(([plan, { detailedScansPerMonth }]) => [plan, detailedScansPerMonth]),
  ),
);

const outcomeOf: Record<string, Outcome> = {
  d: "counted",
  c: "capped",
  e: "excluded",
  u: "excluded",
  b: "beyond",
  g: "gone",
};

interface StoreOptions {
  /** When the first visit was, where they are of the past; the others follow a millisecond apart. */
  at?: Date;
  /** Called in the batch's transaction right before it commits; what it throws undoes the batch. */
  beforeCommit?: BeforeCommit<Recorded[]>;
  /** Whose connections it takes. */
  pool?: pg.Pool;
}

/**
 * Stores a batch durably, all of it or nothing: what became of each visit, in their order, or null when a batch of this
 * id was stored before. After anything that it throws it may have been stored nevertheless; to store it again is safe.
 */
export function storeBatch(
  batch: Batch,
  { at, beforeCommit, pool }: StoreOptions = {},
): Promise<Recorded[] | null> {
  return inBatchTransaction(async (tx) => {
    const recorded = await insertBatch(tx, batch, at);
    if (recorded !== null) await beforeCommit?.(tx, recorded);
    return recorded;
  }, pool);
}

/** Runs `work` as the only one that stamps, over all processes, and commits it. */
export function inBatchTransaction<T>(work: (tx: Transaction) => Promise<T>, pool = redirectSql): Promise<T> {
  return runTransaction(work, { begin: beginWithLock, pool });
}

/**
 * Null: a batch of this id was stored before. The events of its scans are written with it, in a second statement
 * that there is only where a webhook is subscribed.
 */
export async function insertBatch(tx: Transaction, batch: Batch, at?: Date): Promise<Recorded[] | null> {
  const { rows } = await tx.query<Answer>({ ...storeBatchStatement, values: valuesOf(batch, at) });
  if (rows[0]?.isLate) throw new LateStamps();
  const recorded = readAnswer(rows[0]);
  if (recorded !== null && rows[0]?.heard)
    await writeEvents(tx, tellScans(batch.visits, recorded, rows[0].heard));
  return recorded;
}

/** Scans may not be stamped where they are rolled up already: to be tried again, like a serialisation failure. */
class LateStamps extends Error {
  readonly code = "40001";
}

function valuesOf({ id, visits }: Batch, at: Date | undefined): (string | null)[] {
  return [
    id,
    detailedScans,
    at?.toISOString() ?? null,
    writeArray(visits, (visit) => visit.id),
    writeArray(visits, (visit) => visit.codeId),
    writeArray(visits, (visit) => visit.excluded),
    writeArray(visits, (visit) => visit.visitor.visitor),
    writeArray(visits, (visit) => visit.visitor.device),
    writeArray(visits, (visit) => visit.visitor.os),
    writeArray(visits, (visit) => visit.visitor.browser),
    writeArray(visits, (visit) => visit.visitor.country),
    writeArray(visits, (visit) => visit.visitor.city),
    writeArray(visits, (visit) => visit.visitor.userAgent),
  ];
}

interface Answer {
  outcomes: string | null;
  stamps: string | null;
  heard: HeardCode[] | null;
  isLate: boolean | null;
}

function readAnswer(answer: Answer | undefined): Recorded[] | null {
  if (answer?.outcomes == null) return null;
  const stamps = answer.stamps?.split(",") ?? [];
  let stamped = 0;
  return Array.from(answer.outcomes, (letter) => {
    const outcome = outcomeOf[letter] as Outcome;
    const scannedAt = outcome === "counted" ? new Date(Number(stamps[stamped++])) : null;
    return letter === "u" ? { outcome, scannedAt, isUsedUp: true } : { outcome, scannedAt };
  });
}

/**
 * A list as PostgreSQL reads it (`{a,"b c",NULL}`). The driver would write the same in several times the time: it looks at
 * every item as something that could be of any kind.
 */
export function writeArray<T>(items: readonly T[], pick: (item: T) => string | null): string {
  let text = "{";
  for (const item of items) {
    if (text.length > 1) text += ",";
    const value = pick(item);
    if (value === null) text += "NULL";
    else if (bare.test(value) && !isNull(value)) text += value;
    else text += `"${value.replace(special, "\\$&")}"`;
  }
  return `${text}}`;
}

function isNull(value: string): boolean {
  return value.length === 4 && value.toUpperCase() === "NULL";
}

/** A code of a batch with a webhook that is subscribed to its scans, as it is now. */
interface HeardCode {
  id: string;
  name: string;
  type: ContentType;
  shortCode: string | null;
}

/** The events of a batch: one for each visit that was kept in detail as a scan of one of these codes. */
function tellScans(
  visits: readonly Visit[],
  recorded: readonly Recorded[],
  heard: readonly HeardCode[],
): NewEvent[] {
  const codes = new Map(heard.map((code) => [code.id, code]));
  return visits.flatMap(({ id, codeId, accountId, isSandbox, visitor, traceParent = null }, place) => {
    const code = codes.get(codeId);
    const scannedAt = recorded[place]?.scannedAt ?? null;
    if (code === undefined || scannedAt === null) return [];
    const { name: codeName, type: codeType, shortCode } = code;
    const data = presentScan({ ...visitor, id, codeId, codeName, codeType, shortCode, scannedAt });
    const environment = isSandbox ? "sandbox" : "production";
    return [{ accountId, environment, type: "scan.created", timestamp: scannedAt, data, traceParent }];
  });
}
