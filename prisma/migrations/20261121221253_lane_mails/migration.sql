-- AlterTable
ALTER TABLE "webhook_lane" ADD COLUMN     "mailed_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];
