/** SQL: the host of a code's domain; null on the service's own. */
export function hostSql(code: string): string {
  return `CASE WHEN ${code}.domain_id IS NOT NULL THEN (SELECT host FROM domain WHERE id = ${code}.domain_id) END`;
}

/**
 * SQL: what follows `/r/` in the short URL of a code, its slug or else its generated code, with its domain's host and a slash
 * before it; null for a static code. As `pathOf` says it of a row.
 *
 * @param code the table of codes, as the statement names it.
 */
export function shortPathSql(code = "qr_code"): string {
  const path = `coalesce(${code}.slug, ${code}.short_code)`;
  return `CASE WHEN ${code}.domain_id IS NULL THEN ${path}
    ELSE (SELECT host FROM domain WHERE id = ${code}.domain_id) || '/' || ${path} END`;
}

/** SQL: a row's path as `pathOf` writes it, of the table `short_url_path` with `domain` joined to it, or null where it has none. */
export function rowPathSql(): string {
  return "CASE WHEN domain.id IS NULL THEN path ELSE domain.host || '/' || path END";
}
