/** The query of a page as Next hands it over: nothing of it has been looked at. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;
