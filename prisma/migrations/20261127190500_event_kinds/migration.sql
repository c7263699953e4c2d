-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "ends_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "quota_notice" (
    "account_id" UUID NOT NULL,
    "quota" VARCHAR(16) NOT NULL,
    "month" DATE NOT NULL,

    CONSTRAINT "quota_notice_pkey" PRIMARY KEY ("account_id","quota")
);

-- AddForeignKey
ALTER TABLE "quota_notice" ADD CONSTRAINT "quota_notice_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Codes that expired before get no event.
UPDATE "qr_code" SET "ends_at" = ("rules" ->> 'expiresAt')::timestamptz
WHERE ("rules" ->> 'expiresAt')::timestamptz > now()
  AND coalesce("scan_count" < ("rules" ->> 'maxScans')::bigint, true);

CREATE INDEX "qr_code_ends_at_idx" ON "qr_code"("ends_at") WHERE "ends_at" IS NOT NULL AND "purge_after" IS NULL;

CREATE INDEX "webhook_quota_idx" ON "webhook"("account_id")
WHERE "is_active" AND "environment" = 'production' AND 'quota.reached' = ANY("events");
