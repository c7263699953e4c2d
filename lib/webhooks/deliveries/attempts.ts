/** Attempts of a delivery that goes by itself, and of one that its owner asked for: a test, a retry by hand. */
export const mostAttempts = 4;
export const attemptsByHand = 1;

/** SQL, true for a row of `delivery` that was asked for by hand; the index `delivery_by_hand_idx` has the same words. */
export const isByHandSql = `max_attempts = ${attemptsByHand}`;
