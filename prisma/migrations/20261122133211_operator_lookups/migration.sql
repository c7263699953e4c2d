-- CreateIndex
CREATE INDEX "account_created_at_id_idx" ON "account"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "app_user_email_begins_idx" ON "app_user"("email" varchar_pattern_ops);

-- CreateIndex
CREATE INDEX "abuse_report_short_code_created_at_idx" ON "abuse_report"("short_code", "created_at");

-- Few of many, which Prisma's schema cannot say.
CREATE INDEX "qr_code_suspended_idx" ON "qr_code"("suspended_at") WHERE "suspended_at" IS NOT NULL;
CREATE INDEX "abuse_report_open_idx" ON "abuse_report"("short_code") WHERE "settled_at" IS NULL;
CREATE INDEX "plan_request_open_idx" ON "plan_request"("created_at") WHERE "resolved_at" IS NULL;
