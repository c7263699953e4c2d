import { it } from "vitest";

/** Whether a series runs in full, as in `npm run test:long`, or a short part of it, as in `npm test`. */
export const isLong = process.env.TEST_LONG === "1";

/** A test that `npm test` leaves to `npm run test:long`: what a page does beside its main purpose. */
export const itInLongRuns: (title: string, test: () => Promise<void>) => void = isLong ? it : () => {};
