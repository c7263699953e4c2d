-- Spreads the tables of scans over the workers of a Citus cluster (Citus 12 or later), by account. Everything else stays on the
-- coordinator, which the service connects to. docs/scaling.md says what that is good for and what it is not.
--
-- Run it once, as the owner of the tables, with the service stopped and a backup made, after `npm start` of this release has
-- migrated the database, and after the coordinator and each worker were added with citus_set_coordinator_host and citus_add_node:
--
--   psql "$DATABASE_URL" -f deploy/citus.sql
--
-- All of it is one transaction. A table that is distributed already is left as it is, so it may be run again, and has to be after
-- a release that adds a table to it. Rows are copied to the workers; what remains of them on the coordinator is removed by
-- SELECT truncate_local_data_after_distributing_table('scan'); and the same for each table below.
\set ON_ERROR_STOP on
BEGIN;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_proc WHERE proname = 'create_distributed_table') THEN
    RAISE EXCEPTION 'This database has no Citus: run CREATE EXTENSION citus on the coordinator and on each worker first';
  END IF;
  IF to_regclass('scan_counter') IS NULL THEN
    RAISE EXCEPTION 'This database is not Quietzone''s: start the service on it once, which creates the tables';
  END IF;
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'scan_bound') THEN
    RAISE EXCEPTION 'The table of scans is being divided into partitions: wait until that is done';
  END IF;
END
$$;

-- Small, and asked for by nearly every statement about scans: each worker has all of it.
SELECT create_reference_table('scan_purge')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'scan_purge'::regclass);

-- The others lie where the counter of their account lies, so that a statement about an account asks one worker.
SELECT create_distributed_table('scan_counter', 'account_id')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'scan_counter'::regclass);
SELECT create_distributed_table('scan', 'account_id', colocate_with => 'scan_counter')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'scan'::regclass);
SELECT create_distributed_table('excluded_scan', 'account_id', colocate_with => 'scan_counter')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'excluded_scan'::regclass);
SELECT create_distributed_table('over_limit_scan', 'account_id', colocate_with => 'scan_counter')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'over_limit_scan'::regclass);
SELECT create_distributed_table('goal_scan', 'account_id', colocate_with => 'scan_counter')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'goal_scan'::regclass);
SELECT create_distributed_table('goal', 'account_id', colocate_with => 'scan_counter')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'goal'::regclass);
SELECT create_distributed_table('scan_day', 'account_id', colocate_with => 'scan_counter')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'scan_day'::regclass);
SELECT create_distributed_table('stale_scan_day', 'account_id', colocate_with => 'scan_counter')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'stale_scan_day'::regclass);

COMMIT;
