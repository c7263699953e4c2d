-- AlterTable
ALTER TABLE "support_request" ADD COLUMN     "answered_at" TIMESTAMPTZ(3);
