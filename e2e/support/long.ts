import { it } from "vitest";

/** Whether a series runs in full, as in `npm run test:long`, or a short part of it, as in `npm test`. */
export const isLong = process.env.TEST_LONG === "1";

/** A test that `npm test` skips and leaves to `npm run test:long`: of a secondary feature. */
export const itInLongRuns = it.skipIf(!isLong);
