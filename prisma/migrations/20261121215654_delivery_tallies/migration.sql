-- DropIndex
DROP INDEX "event_created_at_idx";

-- DropIndex
DROP INDEX "delivery_created_at_idx";

-- CreateTable
CREATE TABLE "delivery_tally" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_type" VARCHAR(16) NOT NULL,
    "status" VARCHAR(9) NOT NULL,
    "count" INTEGER NOT NULL,
    "is_sum" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "delivery_tally_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "delivery_tally_webhook_id_idx" ON "delivery_tally"("webhook_id");

-- CreateIndex
CREATE INDEX "delivery_webhook_id_event_type_status_created_at_id_idx" ON "delivery"("webhook_id", "event_type", "status", "created_at" DESC, "id" DESC);

-- What is new and still to be added up.
CREATE INDEX "delivery_tally_fresh_idx" ON "delivery_tally"("id") WHERE NOT "is_sum";

-- What is over, in the order in which it was made: retention takes nothing else.
CREATE INDEX "delivery_over_idx" ON "delivery"("created_at") WHERE "due_at" IS NULL;
CREATE INDEX "event_over_idx" ON "event"("created_at") WHERE "fanned_out_at" IS NOT NULL;

-- One row for each kind and state of which a statement has changed how many there are: a claim changes none.
CREATE FUNCTION tally_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO delivery_tally (webhook_id, event_type, status, count)
    SELECT webhook_id, event_type, status, count(*) FROM rows_after GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO delivery_tally (webhook_id, event_type, status, count)
    SELECT webhook_id, event_type, status, -count(*) FROM rows_before GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO delivery_tally (webhook_id, event_type, status, count)
    SELECT webhook_id, event_type, status, sum(change) FROM (
      SELECT webhook_id, event_type, status, 1 AS change FROM rows_after
      UNION ALL SELECT webhook_id, event_type, status, -1 FROM rows_before) AS both_ways
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tally_deliveries_made AFTER INSERT ON "delivery"
  REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tally_deliveries();

CREATE TRIGGER tally_deliveries_changed AFTER UPDATE ON "delivery"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tally_deliveries();

CREATE TRIGGER tally_deliveries_erased AFTER DELETE ON "delivery"
  REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tally_deliveries();

INSERT INTO "delivery_tally" ("webhook_id", "event_type", "status", "count", "is_sum")
SELECT "webhook_id", "event_type", "status", count(*), true FROM "delivery" GROUP BY 1, 2, 3;
