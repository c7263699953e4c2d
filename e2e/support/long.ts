/** Whether a series runs in full, as in `npm run test:long`, or a short part of it, as in `npm test`. */
export const isLong = process.env.TEST_LONG === "1";
