/**
 * SQL: what follows `/r/` in the short URL of a code, its slug or else its generated code; null for a static code. As
 * `pathOf` says it of a row.
 *
 * @param code the table of codes, as the statement names it.
 */
export function shortPathSql(code = "qr_code"): string {
  return `coalesce(${code}.slug, ${code}.short_code)`;
}
