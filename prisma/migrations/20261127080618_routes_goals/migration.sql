-- AlterTable
ALTER TABLE "target_change" ADD COLUMN     "routes" JSONB;

-- AlterTable
ALTER TABLE "scan" ADD COLUMN     "route" VARCHAR(36),
ADD COLUMN     "variant" VARCHAR(60);

-- CreateTable
CREATE TABLE "utm_preset" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "utm" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "utm_preset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "goal_scan" (
    "scan_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "route" VARCHAR(36),
    "variant" VARCHAR(60),
    "country" VARCHAR(7) NOT NULL,

    CONSTRAINT "goal_scan_pkey" PRIMARY KEY ("scan_id")
);

-- CreateTable
CREATE TABLE "goal" (
    "scan_id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "account_id" UUID NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,
    "qr_code_id" UUID NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "route" VARCHAR(36),
    "variant" VARCHAR(60),
    "country" VARCHAR(7) NOT NULL,
    "value" DECIMAL(12,2),
    "currency" CHAR(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "goal_pkey" PRIMARY KEY ("scan_id","name")
);

-- CreateIndex
CREATE INDEX "utm_preset_account_id_created_at_id_idx" ON "utm_preset"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "goal_scan_qr_code_id_scanned_at_idx" ON "goal_scan"("qr_code_id", "scanned_at");

-- CreateIndex
CREATE INDEX "goal_scan_account_id_is_sandbox_scanned_at_idx" ON "goal_scan"("account_id", "is_sandbox", "scanned_at");

-- CreateIndex
CREATE INDEX "goal_scan_scanned_at_idx" ON "goal_scan"("scanned_at");

-- CreateIndex
CREATE INDEX "goal_account_id_is_sandbox_scanned_at_idx" ON "goal"("account_id", "is_sandbox", "scanned_at");

-- CreateIndex
CREATE INDEX "goal_qr_code_id_name_scanned_at_idx" ON "goal"("qr_code_id", "name", "scanned_at");

-- AddForeignKey
ALTER TABLE "utm_preset" ADD CONSTRAINT "utm_preset_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which deliveries were sent again by hand.
CREATE INDEX "delivery_retry_of_idx" ON "delivery"("retry_of") WHERE "retry_of" IS NOT NULL;
