-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "activation" INTEGER NOT NULL DEFAULT 0;

-- What is open is for the activation that its webhook is in now.
UPDATE "delivery" SET "activation" = "webhook"."activation" FROM "webhook"
WHERE "webhook"."id" = "delivery"."webhook_id" AND "webhook"."activation" <> 0 AND "delivery"."due_at" IS NOT NULL;

-- What is open of each activation, in the order in which it is due.
CREATE INDEX "delivery_webhook_id_activation_due_at_idx" ON "delivery"("webhook_id", "activation", "due_at", "id")
WHERE "due_at" IS NOT NULL;

DROP INDEX "delivery_webhook_id_due_at_idx";
