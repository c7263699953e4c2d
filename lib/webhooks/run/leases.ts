/** A worker has this long for an attempt and its result; then it counts as dead and the delivery is claimed anew. */
export const leaseSeconds = 30;

/** Leases that may end without a result; a delivery that outlives so many workers may be what kills them. */
export const mostLostLeases = 20;

/**
 * The database's time as its columns hold it, in whole milliseconds: what was due "now" a moment ago may be stored half a
 * millisecond later, and must be due.
 */
export const sqlNow = "now()::timestamptz(3)";
