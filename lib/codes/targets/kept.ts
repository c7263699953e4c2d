/** Earlier targets of a code that are kept; the statement that notes one more leaves this many and the new one. */
export const keptTargets = 100;
