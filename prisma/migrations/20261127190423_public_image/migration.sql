-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "public_image" BOOLEAN NOT NULL DEFAULT false;
