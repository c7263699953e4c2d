-- What owners asked for by hand and is open: few among all that waits, and looked for whenever something may have come.
CREATE INDEX "delivery_by_hand_idx" ON "delivery"("id") WHERE "due_at" IS NOT NULL AND "max_attempts" = 1;
