-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "slug" VARCHAR(60);

-- CreateTable
CREATE TABLE "short_url_path" (
    "key" VARCHAR(60) NOT NULL,
    "path" VARCHAR(60) NOT NULL,
    "qr_code_id" UUID,
    "account_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "short_url_path_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "short_url_path_qr_code_id_created_at_idx" ON "short_url_path"("qr_code_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "short_url_path_account_id_idx" ON "short_url_path"("account_id");

-- CreateIndex
CREATE INDEX "short_url_path_released_at_idx" ON "short_url_path"("released_at");

-- AddForeignKey
ALTER TABLE "short_url_path" ADD CONSTRAINT "short_url_path_qr_code_id_fkey" FOREIGN KEY ("qr_code_id") REFERENCES "qr_code"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "short_url_path" ADD CONSTRAINT "short_url_path_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A path that loses its code, by a deletion of the code or of its account, is released.
CREATE FUNCTION release_short_url_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.released_at := now();
  RETURN NEW;
END
$$;

CREATE TRIGGER release_short_url_path
  BEFORE UPDATE OF qr_code_id ON "short_url_path"
  FOR EACH ROW WHEN (OLD.qr_code_id IS NOT NULL AND NEW.qr_code_id IS NULL) EXECUTE FUNCTION release_short_url_path();

-- The paths of a suspended code are nobody's once it is deleted: its owner must not open them again with another code.
CREATE FUNCTION disown_short_url_paths() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE short_url_path SET account_id = NULL WHERE qr_code_id = OLD.id;
  RETURN OLD;
END
$$;

CREATE TRIGGER disown_short_url_paths
  BEFORE DELETE ON "qr_code"
  FOR EACH ROW WHEN (OLD.suspended_at IS NOT NULL) EXECUTE FUNCTION disown_short_url_paths();

-- Every process that caches a code is told under each path by which it may have found it: of a generated code as it is
-- written, of a slug in lower case. No slug is written like a generated code, so no two paths have one key.
CREATE OR REPLACE FUNCTION tell_short_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.short_code IS NOT NULL THEN
    PERFORM pg_notify('quietzone_short_codes', OLD.short_code);
    PERFORM pg_notify('quietzone_short_codes', key) FROM short_url_path WHERE qr_code_id = OLD.id;
  END IF;
  RETURN NULL;
END
$$;

-- With a mark: what was cached under the path was another code's, and is not shown even while the database is away.
CREATE FUNCTION tell_short_url_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('quietzone_short_codes', '!' || OLD.key);
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_short_url_path_moved
  AFTER UPDATE OF qr_code_id ON "short_url_path"
  FOR EACH ROW WHEN (OLD.qr_code_id IS DISTINCT FROM NEW.qr_code_id) EXECUTE FUNCTION tell_short_url_path();
CREATE TRIGGER tell_short_url_path_deleted
  AFTER DELETE ON "short_url_path"
  FOR EACH ROW WHEN (OLD.qr_code_id IS NOT NULL) EXECUTE FUNCTION tell_short_url_path();
