-- Keys of the tables that grow begin with the account, so that a database can be spread by it. Each index is built first; while
-- that lasts, the table is read, and what would be written to it waits (scans go to the spool). The exchange takes no time.

CREATE UNIQUE INDEX "excluded_scan_by_account" ON "excluded_scan"("account_id", "id");
ALTER TABLE "excluded_scan" DROP CONSTRAINT "excluded_scan_pkey",
ADD CONSTRAINT "excluded_scan_pkey" PRIMARY KEY USING INDEX "excluded_scan_by_account";

-- CreateIndex
CREATE INDEX "goal_scan_scan_id_idx" ON "goal_scan"("scan_id");

CREATE UNIQUE INDEX "goal_scan_by_account" ON "goal_scan"("account_id", "scan_id");
ALTER TABLE "goal_scan" DROP CONSTRAINT "goal_scan_pkey",
ADD CONSTRAINT "goal_scan_pkey" PRIMARY KEY USING INDEX "goal_scan_by_account";

CREATE UNIQUE INDEX "goal_by_account" ON "goal"("account_id", "scan_id", "name");
ALTER TABLE "goal" DROP CONSTRAINT "goal_pkey",
ADD CONSTRAINT "goal_pkey" PRIMARY KEY USING INDEX "goal_by_account";
