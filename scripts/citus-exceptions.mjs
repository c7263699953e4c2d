// Statements that scripts/check-citus.mjs finds and that may stay, each with the reason.

/** They ask every worker: the account is not known, or the answer is about all accounts. */
export const acrossAccounts = {
  "lib/goals/queries.ts:deleteOldGoalScans": "a sweep over all accounts; it deletes by whole keys",
  "lib/operator/queries.health.ts:countLatestScans": "the operator's figures are about all accounts",
  "lib/operator/queries.health.ts:findRollups": "the operator's figures are about all accounts",
  "lib/rollups/queries.count.ts:countLabels": "prepareFilter, which it calls, filters by account",
  "lib/rollups/queries.count.ts:countSteps": "prepareFilter, which it calls, filters by account",
  "lib/rollups/queries.count.ts:countVisitorsByDay": "prepareFilter, which it calls, filters by account",
  "lib/rollups/queries.partitions.ts:findLatestStamp": "partitions are of all accounts' scans",
  "lib/rollups/queries.partitions.ts:isPartitionRead": "a partition is dropped once no account reads it",
  "lib/rollups/queries.purge.ts:listAccountsWithOldRows": "retention looks through all accounts",
  "lib/rollups/queries.redate.ts:listOwnersAhead": "a clock that was ahead dated the scans of all accounts",
  "lib/scans/queries.ts:listScansOfCode": "the index of the code alone leads to a page, however deep",
  "lib/scans/queries.ts:listScansOfCodes":
    "the index of each code alone leads to a page, however deep; refused on Citus",
};

/** They read tables of the coordinator and distributed ones together, which Citus plans by copying the former, or refuses. */
export const acrossKinds = {
  "lib/operator/queries.ts:listAccountRows":
    "the operator's list of accounts, sorted by their scans; refused on Citus",
  "lib/rollups/queries.purge.ts:listAccountsOfBotsAlone":
    "retention looks for accounts without a counter; refused on Citus, where their bots' rows stay",
};
