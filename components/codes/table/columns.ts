/** Classes of a column's cells, head and body alike: narrow screens leave out what the name's cell says in their place. */
export const columnClasses = {
  select: "select-cell page-start w-0 pr-4",
  picture: "page-start w-0 pr-4",
  name: "w-1/3 max-w-0 min-w-40 pr-4 max-lg:w-full max-md:min-w-28",
  target: "w-1/3 max-w-0 min-w-40 pr-4 max-lg:hidden",
  kind: "w-0 pr-6 whitespace-nowrap max-md:hidden",
  scans: "w-0 pr-6 text-right whitespace-nowrap max-md:pr-2",
  spark: "w-0 pr-6 whitespace-nowrap max-xl:hidden",
  changed: "w-0 pr-4 whitespace-nowrap max-md:hidden",
  actions: "page-end w-0 text-right",
};
