-- CreateTable
CREATE TABLE "suspended_host" (
    "host" VARCHAR(253) NOT NULL,
    "reason" VARCHAR(200) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suspended_host_pkey" PRIMARY KEY ("host")
);

-- A suspended host outlives its account, however the domain is deleted.
CREATE FUNCTION keep_suspended_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO suspended_host (host, reason, since) VALUES (OLD.host, coalesce(OLD.suspended_reason, ''), OLD.suspended_at)
  ON CONFLICT (host) DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_suspended_host
  AFTER DELETE ON "domain"
  FOR EACH ROW WHEN (OLD.suspended_at IS NOT NULL) EXECUTE FUNCTION keep_suspended_host();
