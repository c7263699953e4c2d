/** Whose scans: an account's data set. */
export interface Owner {
  accountId: string;
  isSandbox: boolean;
}

/** The documents of the whole account bear it in place of a code's id. */
export const wholeAccount = "00000000-0000-0000-0000-000000000000";

/** Codes that were deleted while rows of theirs are still there: hardly ever any. $1 is the account. */
export const deletedCodes = "SELECT e.id FROM scan_purge e WHERE e.account_id = $1";

/** Every count and every list leaves them out. */
export const notDeleted = (column: string) => `${column} NOT IN (${deletedCodes})`;

/** Calls that `botScans` counts; a prefetch or a HEAD counts nowhere. */
export const isBot = (column: string) => `${column} IN ('bot', 'preview')`;

/** What one run of a sweep takes at most: who stops the server waits for it. */
export const sweepMs = 5_000;
