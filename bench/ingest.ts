import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { rollUpScans } from "@/lib/rollups";
import { storeBatch } from "@/lib/scans/store";
import type { Visit } from "@/lib/scans/visit";
import { openOwnDatabase } from "./own-database";
import { stopSubjects } from "./processes";
import { interleave, median, type Ratio } from "./report";
import { insertShortCodes, type ShortCode } from "./short-codes";

const rounds = 3;
const batchSize = 200;
/** Of one round: 30,000 scans. */
const batches = 150;
const accounts = 10;
const codesOfEach = 20;
/** Rolling stays so far behind what is stored. */
const behindMs = 6_000;

/**
 * What the database takes of scans: the recorder's own transactions (judged, stamped, counted, told of) with their
 * rollups, against inserts of as many rows into a table of the same columns and indexes that do nothing else. Both in
 * batches of 200, each committed, one after the other on one connection; the time in which rolling waits is left out.
 */
export async function measureIngest(): Promise<Ratio[]> {
  // Its own database, without a service that rolls beside it.
  await stopSubjects();
  await openOwnDatabase();
  const codes = await insertShortCodes(sql, { accounts, codesOfEach });
  await sql.query("CREATE TABLE bare_scan (LIKE scan INCLUDING ALL)");
  const figures = await interleave(rounds, {
    bare: async () => ({ stored: await timeEach(codes, insertBare), rolled: 0 }),
    ours: async () => ({
      stored: await timeEach(codes, (visits) => storeBatch({ id: newId(), visits })),
      rolled: await timeRolling(),
    }),
  });
  const bare = median(figures.bare.map((figure) => figure.stored));
  const stored = median(figures.ours.map((figure) => figure.stored));
  const rolled = median(figures.ours.map((figure) => figure.rolled));
  const rate = (ms: number) => `${Math.round((batchSize * batches * 1_000) / ms)}/s`;
  const peer = rate(bare);
  return [
    {
      what: `scans stored in batches of ${batchSize}, and rolled up : bare inserts`,
      ours: rate(stored + rolled),
      peer,
      ratio: bare / (stored + rolled),
      aim: { atLeast: 0.5 },
    },
    { what: "  stored alone", ours: rate(stored), peer, ratio: bare / stored, aim: null },
  ];
}

async function timeEach(
  codes: readonly ShortCode[],
  store: (visits: Visit[]) => Promise<unknown>,
): Promise<number> {
  const made = Array.from({ length: batches }, (_, batch) => makeVisits(codes, batch));
  const start = performance.now();
  for (const visits of made) await store(visits);
  return performance.now() - start;
}

async function timeRolling(): Promise<number> {
  await sleep(behindMs);
  const start = performance.now();
  await rollUpScans();
  return performance.now() - start;
}

const cities = ["Berlin", "Hamburg", "Munich", "Cologne", "Leipzig", "Unknown"];

function makeVisits(codes: readonly ShortCode[], batch: number): Visit[] {
  return Array.from({ length: batchSize }, (_, place) => {
    const { id, accountId } = codes[(batch * 7 + place) % codes.length]!;
    const visitor = {
      visitor: String(batch * 1_000_003 + place * 17),
      device: "Mobile" as const,
      os: place % 3 === 0 ? "iOS" : "Android",
      browser: place % 3 === 0 ? "Safari" : "Chrome",
      country: "DE",
      city: cities[place % cities.length]!,
      userAgent:
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
    };
    return { id: newId(), codeId: id, accountId, isSandbox: false, visitor, excluded: null };
  });
}

async function insertBare(visits: readonly Visit[]): Promise<void> {
  const of = <Value>(read: (visit: Visit) => Value) => visits.map(read);
  await sql.query({
    name: "insert_bare_scans",
    text: `INSERT INTO bare_scan (id, account_id, is_sandbox, qr_code_id, scanned_at, visitor, device, os, browser,
        country, city, user_agent)
      SELECT id, account_id, false, code_id, clock_timestamp(), visitor, device, os, browser, country, city, user_agent
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::text[], $10::text[])
        AS v(id, account_id, code_id, visitor, device, os, browser, country, city, user_agent)`,
    values: [
      of(({ id }) => id),
      of(({ accountId }) => accountId),
      of(({ codeId }) => codeId),
      of(({ visitor }) => visitor.visitor),
      of(({ visitor }) => visitor.device),
      of(({ visitor }) => visitor.os),
      of(({ visitor }) => visitor.browser),
      of(({ visitor }) => visitor.country),
      of(({ visitor }) => visitor.city),
      of(({ visitor }) => visitor.userAgent),
    ],
  });
}
