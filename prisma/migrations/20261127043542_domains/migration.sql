-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "domain_id" UUID;

-- AlterTable
ALTER TABLE "short_url_path" ADD COLUMN     "domain_id" UUID,
ALTER COLUMN "key" SET DATA TYPE VARCHAR(100);

-- CreateTable
CREATE TABLE "domain" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "host" VARCHAR(253) NOT NULL,
    "status" VARCHAR(16) NOT NULL,
    "is_served" BOOLEAN NOT NULL DEFAULT false,
    "token" VARCHAR(43) NOT NULL,
    "root_url" TEXT,
    "not_found_url" TEXT,
    "expired_url" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "points_here" BOOLEAN NOT NULL DEFAULT false,
    "findings" JSONB,
    "failed_checks" SMALLINT NOT NULL DEFAULT 0,
    "verified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "domain_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "domain_next_check_at_idx" ON "domain"("next_check_at");

-- CreateIndex
CREATE UNIQUE INDEX "domain_account_id_host_key" ON "domain"("account_id", "host");

-- CreateIndex
CREATE INDEX "short_url_path_domain_id_idx" ON "short_url_path"("domain_id");

-- AddForeignKey
ALTER TABLE "qr_code" ADD CONSTRAINT "qr_code_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domain"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "short_url_path" ADD CONSTRAINT "short_url_path_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domain"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "domain" ADD CONSTRAINT "domain_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Most codes are on the service's own host.
CREATE INDEX "qr_code_domain_id_idx" ON "qr_code"("domain_id") WHERE "domain_id" IS NOT NULL;

-- Of several accounts with one host one at most is served, and an account has one default at most.
CREATE UNIQUE INDEX "domain_served_host_idx" ON "domain"("host") WHERE "is_served";
CREATE UNIQUE INDEX "domain_default_idx" ON "domain"("account_id") WHERE "is_default";

-- Every process that keeps the served domains in memory is told which one changed.
CREATE FUNCTION tell_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('quietzone_domains', coalesce(NEW.id, OLD.id)::text);
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_domain_added
  AFTER INSERT ON "domain"
  FOR EACH ROW WHEN (NEW.is_served) EXECUTE FUNCTION tell_domain();
CREATE TRIGGER tell_domain_changed
  AFTER UPDATE OF host, is_served, root_url, not_found_url, expired_url ON "domain"
  FOR EACH ROW WHEN (OLD.is_served OR NEW.is_served) EXECUTE FUNCTION tell_domain();
CREATE TRIGGER tell_domain_deleted
  AFTER DELETE ON "domain"
  FOR EACH ROW WHEN (OLD.is_served) EXECUTE FUNCTION tell_domain();

-- What processes cache of a code says which domain it is on.
DROP TRIGGER tell_short_code_changed ON "qr_code";
CREATE TRIGGER tell_short_code_changed
  AFTER UPDATE OF short_code, type, content, target, rules, suspended_at, domain_id ON "qr_code"
  FOR EACH ROW EXECUTE FUNCTION tell_short_code();

-- A domain is its owner's alone, so that nobody waits for a path of it once its code is deleted; but a suspended code keeps
-- its paths closed there as well.
CREATE FUNCTION forget_domain_paths() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM short_url_path WHERE qr_code_id = OLD.id AND domain_id IS NOT NULL;
  RETURN OLD;
END
$$;

CREATE TRIGGER forget_domain_paths
  BEFORE DELETE ON "qr_code"
  FOR EACH ROW WHEN (OLD.short_code IS NOT NULL AND OLD.suspended_at IS NULL) EXECUTE FUNCTION forget_domain_paths();
