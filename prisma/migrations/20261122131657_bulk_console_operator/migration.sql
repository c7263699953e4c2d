-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "is_operator" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "totp_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" INTEGER,
ADD COLUMN     "totp_secret" BYTEA;

-- AlterTable
ALTER TABLE "abuse_report" ADD COLUMN     "settled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "recovery_code" (
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id","code_hash")
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
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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

-- CreateIndex
CREATE INDEX "code_import_account_id_created_at_idx" ON "code_import"("account_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "code_import_finished_at_created_at_idx" ON "code_import"("finished_at", "created_at");

-- CreateIndex
CREATE INDEX "api_use_hour_idx" ON "api_use"("hour");

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "code_import" ADD CONSTRAINT "code_import_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_use" ADD CONSTRAINT "api_use_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
