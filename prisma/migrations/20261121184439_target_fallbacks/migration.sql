-- AlterTable
ALTER TABLE "target_change" ADD COLUMN     "fallback_url" TEXT;
