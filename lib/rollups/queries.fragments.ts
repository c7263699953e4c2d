import { quartersOfDay, type Scope } from "./counts";

/** Codes that were deleted while rows of theirs are still there: hardly ever any. $1 is the account. */
export const deletedCodes = "SELECT e.id FROM scan_purge e WHERE e.account_id = $1";

/** Every count and every list leaves them out. */
export const notDeleted = (column: string) => `${column} NOT IN (${deletedCodes})`;

/** Calls that `botScans` counts; a prefetch or a HEAD counts nowhere. */
export const isBot = (column: string) => `${column} IN ('bot', 'preview')`;

/** The place of an instant's quarter-hour in its day. Double precision, for `numeric` takes long. */
export const quarterOf = (column: string) =>
  `(floor(date_part('epoch', ${column}) / 900)::int % ${quartersOfDay})`;

/** The number of a day, and the day of a number. */
export const numberOfDay = (column: string) => `(${column} - DATE '1970-01-01')`;
export const dayOfNumber = (number: string) => `(DATE '1970-01-01' + ${number})`;

/** Limits rows to the codes of a scope, whose parameter has the values of `codeValues`. */
export function ofScope({ codeId, codeIds }: Scope, column: string, parameter: string): string {
  if (codeId !== undefined) return `AND ${column} = ${parameter}`;
  return codeIds === undefined ? "" : `AND ${column} = ANY(ARRAY(SELECT unnest(${parameter}::uuid[])))`;
}
