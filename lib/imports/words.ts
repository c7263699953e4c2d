/** The work as a refusal names it. */
export const importing = "Importing codes is";
