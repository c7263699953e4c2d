/**
 * The operator's room. It reads across accounts, which nothing else does, and may look at any table for that; what it
 * changes it changes through the modules that own it, which write the operator into the audit of the account concerned.
 * Every request is checked by `requireOperator` (`lib/auth`).
 */

export { mailResetLink, removeAccount, signOutEverywhere } from "./accounts/act";
export { listAccounts } from "./accounts/list";
export { getAccount } from "./accounts/show";
export { restoreCode, stopCode } from "./codes/act";
export { findCodeByText, listSuspendedCodes } from "./codes/look-up";
export { listReportedCodes } from "./codes/reported";
export { countWaiting } from "./count-waiting";
export { readBlocklist } from "./health/process";
export { readHealth } from "./health/read-health";
