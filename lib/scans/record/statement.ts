import { subscribedSql } from "@/lib/events";
import { stampLock } from "@/lib/platform/db";

/**
 * How far an account's stamps may run ahead of the clock, so that each has a millisecond of its own. Beyond it, which takes
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
] as const;

const firstList = 4;
/** In sub-selects, where the planner can't see their length: one plan serves a batch of any size. */
const listed = lists.map(([, type], at) => `(SELECT $${firstList + at}::${type}[])`).join(", ");
const names = lists.map(([name]) => name).join(", ");
const codeIds = `(SELECT $${firstList + 1}::uuid[])::uuid[]`;

/**
 * Stores a batch of visits. $1: its id; $2: how many detailed scans a month each plan has, as JSON; $3: null, or the
 * instant of the first visit where they are of the past; then the lists.
 *
 * Answers one row: a letter for each visit in their order (`outcomeOf`), and the stamps of those kept in detail, in
 * milliseconds; both null when the batch had been stored before. `heard`: those of the codes with a webhook that is subscribed to scans. `isLate`: while it waited for an account's ledger scans
 * were rolled up to beyond its stamps, which no document would hold then; it is to be run again.
 */
export const storeBatchStatement = {
  name: "store_scan_batch",
  text: `WITH
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
        c.name, c.type, c.short_code,
        ${subscribedSql("scan.created", { account: "c.account_id", environment: "c.environment" })} AS is_heard,
        l.month AS counted_month, l.detailed AS counted, l.rolled_to, l.last_stamp + interval '1 ms' AS after_last
      FROM qr_code c JOIN account a ON a.id = c.account_id
        LEFT JOIN scan_ledger l ON l.account_id = c.account_id AND l.is_sandbox = (c.environment = 'sandbox')
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
        user_agent)
      SELECT v.id, s.account_id, s.is_sandbox, s.code_id, s.stamp, v.visitor, v.device, v.os, v.browser, v.country,
        v.city, v.user_agent
      FROM settled s JOIN visit v ON v.place = s.place WHERE s.outcome = 'detailed'
    ),
    new_excluded_scans AS (
      INSERT INTO excluded_scan (id, account_id, is_sandbox, qr_code_id, seen_at, reason, user_agent)
      SELECT v.id, s.account_id, s.is_sandbox, s.code_id, coalesce($3::timestamptz, s.latest), v.reason, v.user_agent
      FROM settled s JOIN visit v ON v.place = s.place WHERE s.outcome = 'excluded'
    ),
    -- Beyond the plan's detailed scans only their number is kept.
    new_capped_scans AS (
      INSERT INTO capped_scans (account_id, is_sandbox, minute, qr_code_id, count)
      SELECT account_id, is_sandbox, date_trunc('minute', latest), code_id, count(*) FROM settled
      WHERE outcome = 'capped' GROUP BY account_id, is_sandbox, latest, code_id
      ON CONFLICT (account_id, is_sandbox, minute, qr_code_id) DO UPDATE SET count = capped_scans.count + excluded.count
    ),
    counted_codes AS (
      UPDATE qr_code q SET scan_count = q.scan_count + n.scans, last_scanned_at = greatest(q.last_scanned_at, n.latest)
      FROM (
        SELECT code_id, count(*)::int AS scans, max(CASE outcome WHEN 'detailed' THEN stamp ELSE latest END) AS latest
        FROM settled WHERE outcome IN ('detailed', 'capped') GROUP BY code_id
      ) n WHERE q.id = n.code_id
    ),
    -- Scans of the past are stamped outside of the order, and make their days be counted again.
    new_standing AS (
      INSERT INTO scan_ledger AS l (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
      SELECT account_id, is_sandbox, latest, month, detailed, detailed FROM owner
      WHERE detailed > 0 AND $3::timestamptz IS NULL ORDER BY account_id, is_sandbox
      ON CONFLICT (account_id, is_sandbox) DO UPDATE SET last_stamp = excluded.last_stamp, month = excluded.month,
        detailed = excluded.detailed + CASE WHEN l.month = excluded.month THEN l.detailed ELSE 0 END,
        unrolled = l.unrolled + excluded.unrolled
      RETURNING account_id, is_sandbox, rolled_to
    ),
    told AS MATERIALIZED (
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
      (SELECT json_agg(json_build_object('id', id, 'name', name, 'type', type, 'shortCode', short_code))
        FROM code WHERE is_heard) AS heard,
      bool_or(s.outcome = 'detailed' AND s.stamp < n.rolled_to) AS "isLate", (SELECT count(*) FROM told) AS told
    FROM judged j LEFT JOIN settled s ON s.place = j.place
      LEFT JOIN new_standing n ON n.account_id = s.account_id AND n.is_sandbox = s.is_sandbox`,
};
