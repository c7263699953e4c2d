-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "set_aside_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "user_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "device" VARCHAR(8) NOT NULL,
    "os" VARCHAR(32) NOT NULL,
    "browser" VARCHAR(32) NOT NULL,
    "country" VARCHAR(7) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "style_preset" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "settings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "support_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "user_session_user_id_last_seen_at_idx" ON "user_session"("user_id", "last_seen_at" DESC);

-- CreateIndex
CREATE INDEX "user_session_created_at_idx" ON "user_session"("created_at");

-- CreateIndex
CREATE INDEX "style_preset_account_id_created_at_id_idx" ON "style_preset"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "support_request_account_id_created_at_idx" ON "support_request"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "qr_code_owner_idx" ON "qr_code"("account_id", "environment", "created_at" DESC, "id" DESC, "set_aside_until");

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "style_preset" ADD CONSTRAINT "style_preset_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_request" ADD CONSTRAINT "support_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- DropIndex: the one before takes its place.
DROP INDEX "qr_code_account_id_environment_created_at_id_idx";

-- CreateIndex: what is set aside and due.
CREATE INDEX "qr_code_set_aside_idx" ON "qr_code"("set_aside_until") WHERE "set_aside_until" IS NOT NULL;

-- CreateIndex: what the operator has not been mailed yet.
CREATE INDEX "support_request_waiting_idx" ON "support_request"("created_at") WHERE "mailed_at" IS NULL;
