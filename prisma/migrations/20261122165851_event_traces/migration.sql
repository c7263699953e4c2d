-- AlterTable
ALTER TABLE "event" ADD COLUMN     "trace_parent" VARCHAR(55);
