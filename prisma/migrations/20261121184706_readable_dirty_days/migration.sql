-- AlterTable
ALTER TABLE "dirty_scan_day" ADD COLUMN     "is_readable" BOOLEAN NOT NULL DEFAULT false;
