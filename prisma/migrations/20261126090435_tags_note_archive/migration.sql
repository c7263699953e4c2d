-- DropIndex
DROP INDEX "qr_code_owner_idx";

-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "is_archived" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "qr_code_owner_idx" ON "qr_code"("account_id", "environment", "created_at" DESC, "id" DESC, "purge_after", "is_archived");
