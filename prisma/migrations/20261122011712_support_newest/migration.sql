-- CreateIndex
CREATE INDEX "support_request_created_at_id_idx" ON "support_request"("created_at", "id");
