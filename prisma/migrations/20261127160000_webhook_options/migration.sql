-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "filter_code_ids" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "filter_tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "headers" BYTEA;
