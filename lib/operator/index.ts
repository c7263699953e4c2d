/**
 * The operator's pages. They read across accounts, which nothing else does, and may read any table for that. Changes go
 * through the modules that own the data, which write the operator into the audit of the account concerned. Every request is
 * checked by `requireOperator` (`lib/auth`).
 */

export { getAccount, listAccounts, mailResetLink, removeAccount, signOutEverywhere } from "./accounts";
export { findCodeByText, listReportedCodes, listSuspendedCodes, restoreCode, stopCode } from "./codes";
export { readBlocklist, readHealth } from "./health";
export { countWaiting } from "./queries";
export { findDatabase, listMigrations } from "./queries.health";
