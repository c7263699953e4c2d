/** Header in which proxy.ts tells a page its own address, with its query; the front lets nobody else set it. */
export const pageHeader = "x-quietzone-page";
