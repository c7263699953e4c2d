-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "rules" JSONB,
ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_reason" VARCHAR(200);

-- CreateTable
CREATE TABLE "target_change" (
    "id" UUID NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" UUID,
    "key_id" UUID,

    CONSTRAINT "target_change_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "capped_scans" (
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "capped_scans_pkey" PRIMARY KEY ("account_id","is_sandbox","minute","qr_code_id")
);

-- CreateTable
CREATE TABLE "scan_ledger" (
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "last_stamp" TIMESTAMPTZ(3) NOT NULL,
    "month" DATE NOT NULL,
    "detailed" INTEGER NOT NULL,
    "unrolled" INTEGER NOT NULL,
    "rolled_to" TIMESTAMPTZ(3),
    "raw_from" TIMESTAMPTZ(3),

    CONSTRAINT "scan_ledger_pkey" PRIMARY KEY ("account_id","is_sandbox")
);

-- CreateTable
CREATE TABLE "scan_batch" (
    "id" UUID NOT NULL,
    "committed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scan_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "visitor_salt" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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
CREATE TABLE "dirty_scan_day" (
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "dirty_scan_day_pkey" PRIMARY KEY ("account_id","is_sandbox","day")
);

-- CreateTable
CREATE TABLE "scan_erasure" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "is_account" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scan_erasure_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "abuse_report" (
    "id" UUID NOT NULL,
    "short_code" VARCHAR(8) NOT NULL,
    "reason" VARCHAR(16) NOT NULL,
    "note" VARCHAR(1000),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "abuse_report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "target_change_qr_code_id_replaced_at_id_idx" ON "target_change"("qr_code_id", "replaced_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "scan_qr_code_id_scanned_at_id_idx" ON "scan"("qr_code_id", "scanned_at", "id");

-- CreateIndex
CREATE INDEX "excluded_scan_account_id_is_sandbox_seen_at_idx" ON "excluded_scan"("account_id", "is_sandbox", "seen_at");

-- CreateIndex
CREATE INDEX "excluded_scan_qr_code_id_seen_at_idx" ON "excluded_scan"("qr_code_id", "seen_at");

-- CreateIndex
CREATE INDEX "capped_scans_qr_code_id_idx" ON "capped_scans"("qr_code_id");

-- CreateIndex
CREATE INDEX "scan_batch_committed_at_idx" ON "scan_batch"("committed_at");

-- CreateIndex
CREATE INDEX "scan_day_qr_code_id_day_idx" ON "scan_day"("qr_code_id", "day");

-- CreateIndex
CREATE INDEX "scan_erasure_account_id_idx" ON "scan_erasure"("account_id");

-- CreateIndex
CREATE INDEX "abuse_report_created_at_idx" ON "abuse_report"("created_at");

-- AddForeignKey
ALTER TABLE "target_change" ADD CONSTRAINT "target_change_qr_code_id_fkey" FOREIGN KEY ("qr_code_id") REFERENCES "qr_code"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows that every batch of scans updates find room for their next version on the same page.
ALTER TABLE "qr_code" SET (fillfactor = 85);
ALTER TABLE "scan_ledger" SET (fillfactor = 50);

-- Whoever changes where a short URL leads, or takes it away, tells every process that remembers it.
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
