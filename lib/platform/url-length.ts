/** Longest address that this service calls, in characters. Safe in the browser: forms and schemas bound by it, too. */
export const maxUrlLength = 2_048;
