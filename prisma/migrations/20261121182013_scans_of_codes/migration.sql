-- CreateIndex
CREATE INDEX "scan_day_account_id_is_sandbox_day_qr_code_id_scans_idx" ON "scan_day"("account_id", "is_sandbox", "day", "qr_code_id", "scans");
