-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "least_module" SMALLINT;
