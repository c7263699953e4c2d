-- AlterTable
ALTER TABLE "scan_day" ADD COLUMN     "pack" BYTEA;
