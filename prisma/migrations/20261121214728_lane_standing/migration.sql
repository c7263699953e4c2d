-- DropIndex
DROP INDEX "webhook_lane_due_at_idx";

-- AlterTable
ALTER TABLE "webhook_lane" ADD COLUMN     "standing" VARCHAR(8) NOT NULL DEFAULT 'unproven';

-- CreateIndex
CREATE INDEX "webhook_lane_standing_due_at_idx" ON "webhook_lane"("standing", "due_at");
