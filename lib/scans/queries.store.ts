import { entitlements } from "@/lib/plans";
import { sql, stampLock, type Transaction } from "@/lib/platform/db";
import { subscribedSql } from "@/lib/queries.events";
import { shortPathSql } from "@/lib/queries.paths";
import type { SubscribedCode } from "./scan-events";
import type { Visit } from "./visit";

/**
 * How far an account's stamps may run ahead of the clock, so that each has its own millisecond. Beyond it, which takes
 * more than 1,000 scans a second for long, scans of the same commit share one.
 */
const mostAheadSeconds = 10;

/** Both in one trip, so that the statement after them sees everything that was committed before the lock was ours. */
export const beginWithLock = `BEGIN; SELECT pg_advisory_xact_lock(${stampLock})`;

/** Names and types of what is sent of each visit, a list for each. */
const lists = [
  ["id", "uuid"],
  ["code_id", "uuid"],
  ["reason", "varchar"],
  ["visitor", "bigint"],
  ["device", "varchar"],
  ["os", "varchar"],
  ["browser", "varchar"],
  ["country", "varchar"],
  ["city", "varchar"],
  ["user_agent", "varchar"],
  ["route", "varchar"],
  ["variant", "varchar"],
  ["has_goals", "boolean"],
] as const;

const firstList = 4;
/** In sub-selects, where the planner can't see their length: one plan serves a batch of any size. */
const listed = lists.map(([, type], at) => `(SELECT $${firstList + at}::${type}[])`).join(", ");
const names = lists.map(([name]) => name).join(", ");
const codeIds = `(SELECT $${firstList + 1}::uuid[])::uuid[]`;

/**
 * $1: the batch's id; $2: how many detailed scans a month each plan has, as JSON; $3: null, or the instant of the first visit
 * where they are of the past; then the lists.
 */
const storeBatch = `WITH
    -- A batch that comes again finds its id, and everything below finds nothing to do.
    batch AS (
      INSERT INTO scan_batch (id) VALUES ($1::uuid) ON CONFLICT (id) DO NOTHING RETURNING id
    ),
    visit AS MATERIALIZED (
      SELECT v.* FROM batch CROSS JOIN unnest(${listed}) WITH ORDINALITY AS v(${names}, place)
    ),
    -- Held until the commit: a deletion of the code waits, and then finds every scan to purge. With it where
    -- its account's scans stand, which needs no lock: only batches write what is read here.
    code AS MATERIALIZED (
      SELECT c.id, c.account_id, c.environment = 'sandbox' AS is_sandbox, c.scan_count,
        (c.rules ->> 'maxScans')::bigint AS max_scans,
        CASE c.environment WHEN 'sandbox' THEN NULL ELSE ($2::jsonb ->> a.plan)::int END AS most,
        c.name, c.type, c.tags, ${shortPathSql("c")} AS path,
        ${subscribedSql("scan.created", { account: "c.account_id", environment: "c.environment" })} AS is_subscribed,
        l.month AS counted_month, l.detailed AS counted, l.rolled_to, l.last_stamp + interval '1 ms' AS after_last
      FROM qr_code c JOIN account a ON a.id = c.account_id
        LEFT JOIN scan_counter l ON l.account_id = c.account_id AND l.is_sandbox = (c.environment = 'sandbox')
      WHERE c.id = ANY(${codeIds}) AND EXISTS (SELECT FROM batch)
      ORDER BY c.id FOR NO KEY UPDATE OF c
    ),
    -- Read once every lock is held: a batch that had to wait stamps nothing older than its wait.
    clock AS MATERIALIZED (
      SELECT date_trunc('milliseconds', clock_timestamp()) AS now FROM (SELECT count(*) FROM code) AS locked
    ),
    judged AS MATERIALIZED (
      SELECT place, code_id, account_id, is_sandbox, most, counted_month, counted, rolled_to, after_last,
        reason IS NOT NULL AND so_far >= max_scans AS is_used_up,
        CASE
          WHEN account_id IS NULL THEN 'gone'
          WHEN reason IS NOT NULL THEN 'excluded'
          WHEN so_far > max_scans THEN 'beyond'
          ELSE 'taken'
        END AS verdict
      FROM (
        SELECT v.place, v.code_id, v.reason, c.*, c.scan_count + count(*) FILTER (WHERE v.reason IS NULL)
          OVER (PARTITION BY v.code_id ORDER BY v.place ROWS UNBOUNDED PRECEDING) AS so_far
        FROM visit v LEFT JOIN code c ON c.id = v.code_id
      ) met
    ),
    -- Each account's scans in their order, of how many, and the latest stamp that the account has with them: now, or as many
    -- milliseconds after everything before as there are scans, as long as that does not run away from the clock.
    ranked AS (
      SELECT j.*, coalesce($3::timestamptz + (j.taken - 1) * interval '1 ms',
          greatest(clock.now, j.earliest, least(clock.now + interval '${mostAheadSeconds} s',
            j.earliest + (j.taken - 1) * interval '1 ms'))) AS latest
      FROM (
        SELECT judged.*, coalesce(greatest(after_last, rolled_to), '-infinity') AS earliest,
          count(*) FILTER (WHERE verdict = 'taken') OVER of_owner AS taken,
          count(*) FILTER (WHERE verdict = 'taken') OVER (of_owner ORDER BY place ROWS UNBOUNDED PRECEDING) AS nth
        FROM judged WHERE verdict IN ('taken', 'excluded')
        WINDOW of_owner AS (PARTITION BY account_id, is_sandbox)
      ) j CROSS JOIN clock
    ),
    -- In detail as many as the plan has left in the month of the stamp. Each a millisecond after the one before, in the
    -- milliseconds up to the latest, and after everything that the account had before.
    settled AS MATERIALIZED (
      SELECT place, code_id, account_id, is_sandbox, month, latest, detailed,
        CASE WHEN verdict = 'excluded' THEN verdict WHEN nth <= detailed THEN 'detailed' ELSE 'capped' END AS outcome,
        greatest(CASE WHEN $3::timestamptz IS NULL
            THEN least(latest, greatest(earliest, month) + (nth - 1) * interval '1 ms') END,
          latest - (detailed - nth) * interval '1 ms') AS stamp
      FROM (
        SELECT r.*, month, CASE WHEN most IS NULL THEN taken ELSE greatest(0, least(taken,
            most - CASE WHEN counted_month = (month AT TIME ZONE 'UTC')::date THEN counted ELSE 0 END)) END AS detailed
        FROM ranked r CROSS JOIN LATERAL (SELECT date_trunc('month', latest, 'UTC') AS month) AS of_stamp
      ) shared
    ),
    owner AS MATERIALIZED (
      SELECT account_id, is_sandbox, (month AT TIME ZONE 'UTC')::date AS month, latest, detailed FROM settled
      GROUP BY account_id, is_sandbox, settled.month, latest, detailed
    ),
    new_scans AS (
      INSERT INTO scan (id, account_id, is_sandbox, qr_code_id, scanned_at, visitor, device, os, browser, country, city,
        user_agent, route, variant)
      SELECT v.id, s.account_id, s.is_sandbox, s.code_id, s.stamp, v.visitor, v.device, v.os, v.browser, v.country,
        v.city, v.user_agent, v.route, v.variant
      FROM settled s JOIN visit v ON v.place = s.place WHERE s.outcome = 'detailed'
    ),
    -- Scans whose ids were given to their targets, for the goals that may come.
    new_goal_scans AS (
      INSERT INTO goal_scan (scan_id, account_id, is_sandbox, qr_code_id, scanned_at, route, variant, country)
      SELECT v.id, s.account_id, s.is_sandbox, s.code_id, s.stamp, v.route, v.variant, v.country
      FROM settled s JOIN visit v ON v.place = s.place WHERE s.outcome = 'detailed' AND v.has_goals
    ),
    new_excluded_scans AS (
      INSERT INTO excluded_scan (id, account_id, is_sandbox, qr_code_id, seen_at, reason, user_agent)
      SELECT v.id, s.account_id, s.is_sandbox, s.code_id, coalesce($3::timestamptz, s.latest), v.reason, v.user_agent
      FROM settled s JOIN visit v ON v.place = s.place WHERE s.outcome = 'excluded'
    ),
    -- Beyond the plan's detailed scans only their number is kept.
    new_over_limit_scans AS (
      INSERT INTO over_limit_scan (account_id, is_sandbox, minute, qr_code_id, count)
      SELECT account_id, is_sandbox, date_trunc('minute', latest), code_id, count(*) FROM settled
      WHERE outcome = 'capped' GROUP BY account_id, is_sandbox, latest, code_id
      ON CONFLICT (account_id, is_sandbox, minute, qr_code_id) DO UPDATE SET count = over_limit_scan.count + excluded.count
    ),
    counted_codes AS (
      UPDATE qr_code q SET scan_count = q.scan_count + n.scans, last_scanned_at = greatest(q.last_scanned_at, n.latest),
        -- The last scan ends a code that has not expired. Unchanged, the column costs the update no index entry.
        ends_at = CASE WHEN q.scan_count + n.scans >= (q.rules ->> 'maxScans')::bigint
          AND coalesce((q.rules ->> 'expiresAt')::timestamptz > now(), true) THEN now() ELSE q.ends_at END
      FROM (
        SELECT code_id, count(*)::int AS scans, max(CASE outcome WHEN 'detailed' THEN stamp ELSE latest END) AS latest
        FROM settled WHERE outcome IN ('detailed', 'capped') GROUP BY code_id
      ) n WHERE q.id = n.code_id
    ),
    -- Scans of the past are stamped outside of the order, and make their days be counted again.
    new_standing AS (
      INSERT INTO scan_counter AS l (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
      SELECT account_id, is_sandbox, latest, month, detailed, detailed FROM owner
      WHERE detailed > 0 AND $3::timestamptz IS NULL ORDER BY account_id, is_sandbox
      ON CONFLICT (account_id, is_sandbox) DO UPDATE SET last_stamp = excluded.last_stamp, month = excluded.month,
        detailed = excluded.detailed + CASE WHEN l.month = excluded.month THEN l.detailed ELSE 0 END,
        unrolled = l.unrolled + excluded.unrolled
      RETURNING account_id, is_sandbox, rolled_to
    ),
    notified AS MATERIALIZED (
      SELECT pg_notify('quietzone_scans', CASE WHEN length(owners) > 7500 THEN '*' ELSE owners END)
      FROM (
        SELECT string_agg(account_id || CASE WHEN is_sandbox THEN ':s' ELSE ':p' END, ',') AS owners FROM owner
      ) everyone WHERE owners IS NOT NULL
    )
    SELECT CASE WHEN EXISTS (SELECT FROM batch) THEN coalesce(string_agg(
        CASE WHEN j.is_used_up THEN 'u' ELSE left(coalesce(s.outcome, j.verdict), 1) END, '' ORDER BY j.place), '')
      END AS outcomes,
      string_agg((extract(epoch FROM s.stamp) * 1000)::bigint::text, ',' ORDER BY j.place)
        FILTER (WHERE s.outcome = 'detailed') AS stamps,
      (SELECT json_agg(json_build_object('id', id, 'name', name, 'type', type, 'path', path, 'tags', tags))
        FROM code WHERE is_subscribed) AS subscribed,
      bool_or(s.outcome = 'detailed' AND s.stamp < n.rolled_to) AS "isLate", (SELECT count(*) FROM notified) AS notified
    FROM judged j LEFT JOIN settled s ON s.place = j.place
      LEFT JOIN new_standing n ON n.account_id = s.account_id AND n.is_sandbox = s.is_sandbox`;

/** Visits that are stored in one transaction, under one id. */
export interface Batch {
  id: string;
  visits: readonly Visit[];
}

/** What the statement answers of a batch; null where it had been stored before. */
interface StoredBatch {
  /** A letter for each visit in their order: detailed, capped, excluded, used up (and excluded), beyond, gone. */
  outcomes: string | null;
  /** The stamps of those kept in detail, in milliseconds, joined by commas. */
  stamps: string | null;
  /** Those of the codes with a webhook that is subscribed to scans. */
  subscribed: SubscribedCode[] | null;
  /**
   * While it waited for an account's counter scans were rolled up to beyond its stamps, which no document would hold then;
   * it is to be run again.
   */
  isLate: boolean | null;
}

/** How many detailed scans a month each plan has. */
const detailedScans = JSON.stringify(
  Object.fromEntries(
    Object.entries(entitlements).map(([plan, { detailedScansPerMonth }]) => [plan, detailedScansPerMonth]),
  ),
);

/** @param at the instant of the first visit where they are of the past. */
export async function insertScanBatch(
  tx: Transaction,
  { id, visits }: Batch,
  at: Date | undefined,
): Promise<StoredBatch | undefined> {
  const { rows } = await tx.query<StoredBatch>({
    name: "store_scan_batch",
    text: storeBatch,
    values: [
      id,
      detailedScans,
      at?.toISOString() ?? null,
      writeArray(visits, (visit) => visit.id),
      writeArray(visits, (visit) => visit.codeId),
      writeArray(visits, (visit) => visit.excluded),
      writeArray(visits, ({ visitor }) => visitor.visitor),
      writeArray(visits, ({ visitor }) => visitor.device),
      writeArray(visits, ({ visitor }) => visitor.os),
      writeArray(visits, ({ visitor }) => visitor.browser),
      writeArray(visits, ({ visitor }) => visitor.country),
      writeArray(visits, ({ visitor }) => visitor.city),
      writeArray(visits, ({ visitor }) => visitor.userAgent),
      writeArray(visits, ({ route = null }) => route),
      writeArray(visits, ({ variant = null }) => variant),
      writeArray(visits, ({ hasGoals = false }) => (hasGoals ? "t" : "f")),
    ],
  });
  return rows[0];
}

/** Characters that are escaped within quotes. */
const special = /["\\]/g;

/** Ids, numbers, names without blanks: they need no quotes, unless they spell the absence of a value. */
const bare = /^[0-9A-Za-z_-]+$/;
const isNull = /^null$/i;

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
    else if (bare.test(value) && !isNull.test(value)) text += value;
    else text += `"${value.replace(special, "\\$&")}"`;
  }
  return `${text}}`;
}

/** Deletes at most so many batches that were committed more than so many days ago: how many. */
export async function deleteOldBatches(days: number, limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: "sweep_scan_batches",
    text: `DELETE FROM scan_batch WHERE id IN (
        SELECT id FROM scan_batch WHERE committed_at < now() - $1 * interval '1 day' ORDER BY committed_at LIMIT $2)`,
    values: [days, limit],
  });
  return rowCount ?? 0;
}

/** @param day `YYYY-MM-DD`. */
export async function findSalt(day: string): Promise<Buffer | undefined> {
  const { rows } = await sql.query<{ salt: Buffer }>("SELECT salt FROM visitor_salt WHERE day = $1", [day]);
  return rows[0]?.salt;
}

/** Keeps a salt that the day has already. */
export async function insertSalt(day: string, salt: Buffer): Promise<void> {
  await sql.query("INSERT INTO visitor_salt (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", [day, salt]);
}

/**
 * Deletes the salts that were made two days ago, and with them the only way from an address to a visitor; returns how
 * many. A day that is not over keeps its own.
 */
export async function deleteOldSalts(): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM visitor_salt
     WHERE created_at <= now() - interval '2 days' AND day < (now() AT TIME ZONE 'UTC')::date`,
  );
  return rowCount ?? 0;
}
