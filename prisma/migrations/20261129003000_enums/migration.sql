-- Closed sets of values become enums. Each table is rewritten under an exclusive lock: it is neither read nor written meanwhile.
-- No older release exists whose processes would go on sending text.

-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'starter', 'developer', 'pro');

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('production', 'sandbox');

-- CreateEnum
CREATE TYPE "quota" AS ENUM ('codes', 'dynamicCodes', 'scans');

-- CreateEnum
CREATE TYPE "sign_in_provider" AS ENUM ('github', 'google');

-- CreateEnum
CREATE TYPE "mail_purpose" AS ENUM ('sign_up', 'password_reset', 'email_change', 'first_operator');

-- CreateEnum
CREATE TYPE "domain_status" AS ENUM ('pending', 'verified', 'failing');

-- CreateEnum
CREATE TYPE "view_page" AS ENUM ('codes', 'analytics');

-- CreateEnum
CREATE TYPE "report_reason" AS ENUM ('phishing', 'malware', 'illegal', 'spam', 'other');

-- CreateEnum
CREATE TYPE "disabled_reason" AS ENUM ('consecutive_failures');

-- AlterTable
ALTER TABLE "account" ALTER COLUMN "plan" TYPE "plan" USING "plan"::"plan";

-- AlterTable
ALTER TABLE "plan_request" ALTER COLUMN "plan" TYPE "plan" USING "plan"::"plan";

-- AlterTable
ALTER TABLE "quota_notice" ALTER COLUMN "quota" TYPE "quota" USING "quota"::"quota";

-- AlterTable
ALTER TABLE "identity" ALTER COLUMN "provider" TYPE "sign_in_provider" USING "provider"::"sign_in_provider";

-- AlterTable
ALTER TABLE "mail_token" ALTER COLUMN "purpose" TYPE "mail_purpose" USING "purpose"::"mail_purpose";

-- AlterTable
ALTER TABLE "domain" ALTER COLUMN "status" TYPE "domain_status" USING "status"::"domain_status";

-- AlterTable
ALTER TABLE "saved_view" ALTER COLUMN "page" TYPE "view_page" USING "page"::"view_page";

-- AlterTable
ALTER TABLE "abuse_report" ALTER COLUMN "reason" TYPE "report_reason" USING "reason"::"report_reason";

-- AlterTable
ALTER TABLE "api_key" ALTER COLUMN "environment" TYPE "environment" USING "environment"::"environment";

-- AlterTable
ALTER TABLE "qr_code" ALTER COLUMN "environment" TYPE "environment" USING "environment"::"environment";

-- AlterTable
ALTER TABLE "api_use" ALTER COLUMN "environment" TYPE "environment" USING "environment"::"environment";

-- AlterTable
ALTER TABLE "event" ALTER COLUMN "environment" TYPE "environment" USING "environment"::"environment";

-- AlterTable
ALTER TABLE "code_event" ALTER COLUMN "environment" TYPE "environment" USING "environment"::"environment";

-- Its condition would go on comparing text, which no query does any more.
DROP INDEX "webhook_quota_idx";

-- AlterTable
ALTER TABLE "webhook" ALTER COLUMN "environment" TYPE "environment" USING "environment"::"environment",
ALTER COLUMN "disabled_reason" TYPE "disabled_reason" USING "disabled_reason"::"disabled_reason";

CREATE INDEX "webhook_quota_idx" ON "webhook"("account_id")
WHERE "is_active" AND "environment" = 'production' AND 'quota.reached' = ANY("events");
