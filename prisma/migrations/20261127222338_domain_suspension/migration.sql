-- AlterTable
ALTER TABLE "domain" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_reason" VARCHAR(200);

-- Processes that keep the served domains in memory are told of a suspension, too.
DROP TRIGGER tell_domain_changed ON "domain";
CREATE TRIGGER tell_domain_changed
  AFTER UPDATE OF host, is_served, root_url, not_found_url, expired_url, suspended_at ON "domain"
  FOR EACH ROW WHEN (OLD.is_served OR NEW.is_served) EXECUTE FUNCTION tell_domain();
