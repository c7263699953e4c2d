/** Columns that a file may leave out: its rows then have no such cell. */
export const extraColumns = [
  "tags",
  "note",
  "archived",
  "publicImage",
  "slug",
  "domain",
  "routes",
  "utm",
  "passQuery",
  "appendScanId",
] as const;

export type ExtraColumn = (typeof extraColumns)[number];
export type ExtraCells = Partial<Record<ExtraColumn, string>>;

/** Columns whose cells are yes or no. */
export const answerColumns = [
  "archived",
  "publicImage",
  "passQuery",
  "appendScanId",
] as const satisfies ExtraColumn[];
export const answerNames = { yes: "Yes", no: "No" } as const;

/** The extra cells of a row, without those that it lacks. */
export function pickExtras(cells: { [column in ExtraColumn]?: string | undefined }): ExtraCells {
  const known = extraColumns.filter((column) => cells[column] !== undefined);
  return Object.fromEntries(known.map((column) => [column, cells[column]]));
}
