-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN     "session" INTEGER;
