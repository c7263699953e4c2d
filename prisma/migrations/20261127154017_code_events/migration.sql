-- CreateTable
CREATE TABLE "code_event" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "environment" VARCHAR(16) NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "position" BIGINT,

    CONSTRAINT "code_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "code_event_account_id_environment_position_idx" ON "code_event"("account_id", "environment", "position");

-- CreateIndex
CREATE INDEX "code_event_account_id_environment_type_position_idx" ON "code_event"("account_id", "environment", "type", "position");

-- CreateIndex
CREATE INDEX "code_event_created_at_idx" ON "code_event"("created_at");

-- AddForeignKey
ALTER TABLE "code_event" ADD CONSTRAINT "code_event_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
