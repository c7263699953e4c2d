-- CreateEnum
CREATE TYPE "queue_health" AS ENUM ('quick', 'unproven', 'troubled');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'retrying', 'delivered', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "public_code" (
    "short_code" VARCHAR(12) NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "content" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_code_pkey" PRIMARY KEY ("short_code")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "plan" VARCHAR(16) NOT NULL,
    "code_count" INTEGER NOT NULL DEFAULT 0,
    "dynamic_code_count" INTEGER NOT NULL DEFAULT 0,
    "sandbox_code_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(100),
    "password_hash" TEXT,
    "session_version" INTEGER NOT NULL DEFAULT 0,
    "device_version" INTEGER NOT NULL DEFAULT 0,
    "is_operator" BOOLEAN NOT NULL DEFAULT false,
    "totp_secret" BYTEA,
    "totp_confirmed_at" TIMESTAMPTZ(3),
    "totp_last_step" INTEGER,
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "identity" (
    "provider" VARCHAR(16) NOT NULL,
    "provider_user_id" VARCHAR(255) NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "identity_pkey" PRIMARY KEY ("provider","provider_user_id")
);

-- CreateTable
CREATE TABLE "user_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "device" VARCHAR(8) NOT NULL,
    "os" VARCHAR(32) NOT NULL,
    "browser" VARCHAR(32) NOT NULL,
    "country" VARCHAR(7) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_token" (
    "token_hash" BYTEA NOT NULL,
    "purpose" VARCHAR(16) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "user_id" UUID,
    "name" VARCHAR(100),
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "plan_request" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "plan" VARCHAR(16) NOT NULL,
    "note" VARCHAR(500),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "user_id" UUID,
    "key_id" UUID,
    "action" VARCHAR(32) NOT NULL,
    "subject_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "description" VARCHAR(500),
    "environment" VARCHAR(16) NOT NULL,
    "permissions" TEXT[],
    "rate_limit" INTEGER NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "preview" VARCHAR(16) NOT NULL,
    "previous_key_hash" BYTEA,
    "previous_valid_until" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "qr_code" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "environment" VARCHAR(16) NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "content" TEXT NOT NULL,
    "target" TEXT,
    "settings" JSONB NOT NULL,
    "is_dynamic" BOOLEAN NOT NULL,
    "short_code" VARCHAR(8),
    "rules" JSONB,
    "least_module" SMALLINT,
    "suspended_at" TIMESTAMPTZ(3),
    "suspended_reason" VARCHAR(200),
    "purge_after" TIMESTAMPTZ(3),
    "scan_count" INTEGER NOT NULL DEFAULT 0,
    "last_scanned_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "qr_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "target_change" (
    "id" UUID NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "fallback_url" TEXT,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" UUID,
    "key_id" UUID,

    CONSTRAINT "target_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "style_preset" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "settings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "style_preset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "support_request" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "subject" VARCHAR(120) NOT NULL,
    "message" VARCHAR(4000) NOT NULL,
    "is_priority" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "mailed_at" TIMESTAMPTZ(3),
    "mail_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scan" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "visitor" BIGINT NOT NULL,
    "device" VARCHAR(8) NOT NULL,
    "os" VARCHAR(32) NOT NULL,
    "browser" VARCHAR(32) NOT NULL,
    "country" VARCHAR(7) NOT NULL,
    "city" VARCHAR(100) NOT NULL,
    "user_agent" VARCHAR(512) NOT NULL,

    CONSTRAINT "scan_pkey" PRIMARY KEY ("account_id","is_sandbox","scanned_at","id")
);

-- CreateTable
CREATE TABLE "excluded_scan" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" VARCHAR(8) NOT NULL,
    "user_agent" VARCHAR(512) NOT NULL,

    CONSTRAINT "excluded_scan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "over_limit_scan" (
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "over_limit_scan_pkey" PRIMARY KEY ("account_id","is_sandbox","minute","qr_code_id")
);

-- CreateTable
CREATE TABLE "scan_counter" (
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "last_stamp" TIMESTAMPTZ(3) NOT NULL,
    "month" DATE NOT NULL,
    "detailed" INTEGER NOT NULL,
    "unrolled" INTEGER NOT NULL,
    "rolled_to" TIMESTAMPTZ(3),
    "raw_from" TIMESTAMPTZ(3),

    CONSTRAINT "scan_counter_pkey" PRIMARY KEY ("account_id","is_sandbox")
);

-- CreateTable
CREATE TABLE "scan_batch" (
    "id" UUID NOT NULL,
    "committed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "scan_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "visitor_salt" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "visitor_salt_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "scan_day" (
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "day" DATE NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "scans" INTEGER NOT NULL,
    "visitors" INTEGER,
    "bots" INTEGER NOT NULL,
    "quarters" INTEGER[],
    "totals" JSONB NOT NULL,
    "detail" JSONB,

    CONSTRAINT "scan_day_pkey" PRIMARY KEY ("account_id","is_sandbox","day","qr_code_id")
);

-- CreateTable
CREATE TABLE "stale_scan_day" (
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "day" DATE NOT NULL,
    "is_readable" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "stale_scan_day_pkey" PRIMARY KEY ("account_id","is_sandbox","day")
);

-- CreateTable
CREATE TABLE "scan_purge" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "is_account" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "scan_purge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "abuse_report" (
    "id" UUID NOT NULL,
    "short_code" VARCHAR(8) NOT NULL,
    "reason" VARCHAR(16) NOT NULL,
    "note" VARCHAR(1000),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "abuse_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "code_import" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "rows" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "code_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "faults" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "code_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_use" (
    "account_id" UUID NOT NULL,
    "environment" VARCHAR(16) NOT NULL,
    "key_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "limited" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "api_use_pkey" PRIMARY KEY ("account_id","hour","key_id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "account_id" UUID NOT NULL,
    "scope" VARCHAR(255) NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "lease" UUID NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "session" INTEGER,
    "status" INTEGER,
    "answer" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("account_id","scope","key")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "environment" VARCHAR(16) NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "disabled_reason" VARCHAR(32),
    "generation" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_queue" (
    "webhook_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "concurrency" INTEGER NOT NULL DEFAULT 1,
    "health" "queue_health" NOT NULL DEFAULT 'unproven',
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "notified_failures" INTEGER NOT NULL DEFAULT 0,
    "mailed_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "last_triggered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_queue_pkey" PRIMARY KEY ("webhook_id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "environment" VARCHAR(16) NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "body" TEXT NOT NULL,
    "webhook_ids" UUID[],
    "generations" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "fanned_out_at" TIMESTAMPTZ(3),
    "trace_parent" VARCHAR(55),

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" VARCHAR(16) NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "status" "delivery_status" NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "max_attempts" SMALLINT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "expired_leases" SMALLINT NOT NULL DEFAULT 0,
    "retry_of" UUID,
    "log" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_count" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_type" VARCHAR(16) NOT NULL,
    "status" "delivery_status" NOT NULL,
    "count" INTEGER NOT NULL,
    "is_sum" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "delivery_count_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_purge" (
    "id" UUID NOT NULL,
    "is_account" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "webhook_purge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_pause" (
    "id" SMALLINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_pause_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "encryption_key" (
    "id" SMALLINT NOT NULL,
    "fingerprint" VARCHAR(16) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "encryption_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "public_code_expires_at_idx" ON "public_code"("expires_at");

-- CreateIndex
CREATE INDEX "account_created_at_id_idx" ON "account"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE INDEX "app_user_account_id_idx" ON "app_user"("account_id");

-- CreateIndex
CREATE INDEX "app_user_email_begins_idx" ON "app_user"("email" varchar_pattern_ops);

-- CreateIndex
CREATE INDEX "identity_user_id_idx" ON "identity"("user_id");

-- CreateIndex
CREATE INDEX "user_session_user_id_last_seen_at_idx" ON "user_session"("user_id", "last_seen_at" DESC);

-- CreateIndex
CREATE INDEX "user_session_created_at_idx" ON "user_session"("created_at");

-- CreateIndex
CREATE INDEX "mail_token_email_purpose_idx" ON "mail_token"("email", "purpose");

-- CreateIndex
CREATE INDEX "mail_token_user_id_idx" ON "mail_token"("user_id");

-- CreateIndex
CREATE INDEX "mail_token_expires_at_idx" ON "mail_token"("expires_at");

-- CreateIndex
CREATE INDEX "plan_request_account_id_idx" ON "plan_request"("account_id");

-- CreateIndex
CREATE INDEX "audit_entry_account_id_created_at_idx" ON "audit_entry"("account_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_previous_key_hash_key" ON "api_key"("previous_key_hash");

-- CreateIndex
CREATE INDEX "api_key_account_id_created_at_id_idx" ON "api_key"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "qr_code_short_code_key" ON "qr_code"("short_code");

-- CreateIndex
CREATE INDEX "qr_code_owner_idx" ON "qr_code"("account_id", "environment", "created_at" DESC, "id" DESC, "purge_after");

-- CreateIndex
CREATE INDEX "target_change_qr_code_id_replaced_at_id_idx" ON "target_change"("qr_code_id", "replaced_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "style_preset_account_id_created_at_id_idx" ON "style_preset"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "support_request_account_id_created_at_idx" ON "support_request"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "support_request_created_at_id_idx" ON "support_request"("created_at", "id");

-- CreateIndex
CREATE INDEX "scan_qr_code_id_scanned_at_id_idx" ON "scan"("qr_code_id", "scanned_at", "id");

-- CreateIndex
CREATE INDEX "excluded_scan_account_id_is_sandbox_seen_at_idx" ON "excluded_scan"("account_id", "is_sandbox", "seen_at");

-- CreateIndex
CREATE INDEX "excluded_scan_qr_code_id_seen_at_idx" ON "excluded_scan"("qr_code_id", "seen_at");

-- CreateIndex
CREATE INDEX "over_limit_scan_qr_code_id_idx" ON "over_limit_scan"("qr_code_id");

-- CreateIndex
CREATE INDEX "scan_batch_committed_at_idx" ON "scan_batch"("committed_at");

-- CreateIndex
CREATE INDEX "scan_day_qr_code_id_day_idx" ON "scan_day"("qr_code_id", "day");

-- CreateIndex
CREATE INDEX "scan_day_account_id_is_sandbox_day_qr_code_id_scans_idx" ON "scan_day"("account_id", "is_sandbox", "day", "qr_code_id", "scans");

-- CreateIndex
CREATE INDEX "scan_purge_account_id_idx" ON "scan_purge"("account_id");

-- CreateIndex
CREATE INDEX "abuse_report_created_at_idx" ON "abuse_report"("created_at");

-- CreateIndex
CREATE INDEX "abuse_report_short_code_created_at_idx" ON "abuse_report"("short_code", "created_at");

-- CreateIndex
CREATE INDEX "code_import_account_id_created_at_idx" ON "code_import"("account_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "code_import_finished_at_created_at_idx" ON "code_import"("finished_at", "created_at");

-- CreateIndex
CREATE INDEX "api_use_hour_idx" ON "api_use"("hour");

-- CreateIndex
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_account_id_environment_created_at_id_idx" ON "webhook"("account_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_queue_health_due_at_idx" ON "webhook_queue"("health", "due_at");

-- CreateIndex
CREATE INDEX "event_account_id_idx" ON "event"("account_id");

-- CreateIndex
CREATE INDEX "delivery_webhook_id_created_at_id_idx" ON "delivery"("webhook_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_webhook_id_event_type_status_created_at_id_idx" ON "delivery"("webhook_id", "event_type", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_count_webhook_id_idx" ON "delivery_count"("webhook_id");

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_token" ADD CONSTRAINT "mail_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_request" ADD CONSTRAINT "plan_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qr_code" ADD CONSTRAINT "qr_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_change" ADD CONSTRAINT "target_change_qr_code_id_fkey" FOREIGN KEY ("qr_code_id") REFERENCES "qr_code"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "style_preset" ADD CONSTRAINT "style_preset_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_request" ADD CONSTRAINT "support_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "code_import" ADD CONSTRAINT "code_import_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_use" ADD CONSTRAINT "api_use_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_queue" ADD CONSTRAINT "webhook_queue_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say: storage parameters, partial indexes, triggers.

-- Rows that every batch of scans updates have room for their next version on the same page.
ALTER TABLE "qr_code" SET (fillfactor = 85);
ALTER TABLE "scan_counter" SET (fillfactor = 50);

-- Codes that the sweep deletes when they are due, and those that the operator suspended.
CREATE INDEX "qr_code_set_aside_idx" ON "qr_code"("purge_after") WHERE "purge_after" IS NOT NULL;
CREATE INDEX "qr_code_suspended_idx" ON "qr_code"("suspended_at") WHERE "suspended_at" IS NOT NULL;

-- What waits for the operator.
CREATE INDEX "abuse_report_open_idx" ON "abuse_report"("short_code") WHERE "resolved_at" IS NULL;
CREATE INDEX "plan_request_open_idx" ON "plan_request"("created_at") WHERE "resolved_at" IS NULL;
CREATE INDEX "support_request_waiting_idx" ON "support_request"("created_at") WHERE "mailed_at" IS NULL;

-- An event goes to a webhook once by itself, and by hand as often as its owner likes.
CREATE UNIQUE INDEX "delivery_event_id_webhook_id_key" ON "delivery"("event_id", "webhook_id") WHERE "retry_of" IS NULL;

-- Open deliveries of each generation, in the order in which they are due.
CREATE INDEX "delivery_webhook_id_generation_due_at_idx" ON "delivery"("webhook_id", "generation", "due_at", "id")
WHERE "due_at" IS NOT NULL;

-- Claimed deliveries: at most as many per webhook as its concurrency.
CREATE INDEX "delivery_webhook_id_leased_idx" ON "delivery"("webhook_id") WHERE "lease_token" IS NOT NULL;

-- Open deliveries that owners asked for by hand: few of many, and looked for first.
CREATE INDEX "delivery_by_hand_idx" ON "delivery"("id") WHERE "due_at" IS NOT NULL AND "max_attempts" = 1;

-- Events that wait for their fan-out, and finished rows in the order in which retention deletes them.
CREATE INDEX "event_waiting_idx" ON "event"("id") WHERE "fanned_out_at" IS NULL;
CREATE INDEX "event_over_idx" ON "event"("created_at") WHERE "fanned_out_at" IS NOT NULL;
CREATE INDEX "delivery_over_idx" ON "delivery"("created_at") WHERE "due_at" IS NULL;

-- Delivery counts that are not yet added up.
CREATE INDEX "delivery_count_fresh_idx" ON "delivery_count"("id") WHERE NOT "is_sum";

-- Every process that caches a short code is told when its target changes or the code is deleted.
CREATE FUNCTION tell_short_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.short_code IS NOT NULL THEN
    PERFORM pg_notify('quietzone_short_codes', OLD.short_code);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_short_code_changed
  AFTER UPDATE OF short_code, type, content, target, rules, suspended_at ON "qr_code"
  FOR EACH ROW EXECUTE FUNCTION tell_short_code();

CREATE TRIGGER tell_short_code_deleted
  AFTER DELETE ON "qr_code"
  FOR EACH ROW EXECUTE FUNCTION tell_short_code();

-- One row for each event type and status whose number of deliveries a statement has changed; a claim changes none.
CREATE FUNCTION tally_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO delivery_count (webhook_id, event_type, status, count)
    SELECT webhook_id, event_type, status, count(*) FROM rows_after GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO delivery_count (webhook_id, event_type, status, count)
    SELECT webhook_id, event_type, status, -count(*) FROM rows_before GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO delivery_count (webhook_id, event_type, status, count)
    SELECT webhook_id, event_type, status, sum(change) FROM (
      SELECT webhook_id, event_type, status, 1 AS change FROM rows_after
      UNION ALL SELECT webhook_id, event_type, status, -1 FROM rows_before) AS both_ways
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tally_deliveries_made AFTER INSERT ON "delivery"
  REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tally_deliveries();

CREATE TRIGGER tally_deliveries_changed AFTER UPDATE ON "delivery"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tally_deliveries();

CREATE TRIGGER tally_deliveries_erased AFTER DELETE ON "delivery"
  REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tally_deliveries();
