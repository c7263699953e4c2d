-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "device_version" INTEGER NOT NULL DEFAULT 0;
