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
    "activation" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_lane" (
    "webhook_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "slots" INTEGER NOT NULL DEFAULT 1,
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "noticed_failures" INTEGER NOT NULL DEFAULT 0,
    "last_triggered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("webhook_id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "environment" VARCHAR(16) NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "body" TEXT NOT NULL,
    "webhook_ids" UUID[],
    "activations" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fanned_out_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" VARCHAR(16) NOT NULL,
    "status" VARCHAR(9) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "max_attempts" SMALLINT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lost_leases" SMALLINT NOT NULL DEFAULT 0,
    "retry_of" UUID,
    "log" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_erasure" (
    "id" UUID NOT NULL,
    "is_account" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_erasure_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_account_id_environment_created_at_id_idx" ON "webhook"("account_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_lane_due_at_idx" ON "webhook_lane"("due_at");

-- CreateIndex
CREATE INDEX "event_account_id_idx" ON "event"("account_id");

-- CreateIndex
CREATE INDEX "event_created_at_idx" ON "event"("created_at");

-- CreateIndex
CREATE INDEX "delivery_webhook_id_created_at_id_idx" ON "delivery"("webhook_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_created_at_idx" ON "delivery"("created_at");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma's schema has no words for indexes of some rows.

-- An event goes once to a webhook by itself; by hand as often as its owner likes.
CREATE UNIQUE INDEX "delivery_event_id_webhook_id_key" ON "delivery"("event_id", "webhook_id") WHERE "retry_of" IS NULL;

-- What is open, in the order in which it is due.
CREATE INDEX "delivery_webhook_id_due_at_idx" ON "delivery"("webhook_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- What is claimed: at most as many as a webhook has slots.
CREATE INDEX "delivery_webhook_id_leased_idx" ON "delivery"("webhook_id") WHERE "lease_token" IS NOT NULL;

-- What waits for its fan-out.
CREATE INDEX "event_waiting_idx" ON "event"("id") WHERE "fanned_out_at" IS NULL;
