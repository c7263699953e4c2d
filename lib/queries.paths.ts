import type { Environment } from "./accounts/schema";
import type { ContentType } from "./content/schema";
import type { Executor } from "./platform/db";

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

/** What rows about scans are presented with of their code. */
export interface CodeLabels {
  codeName: string;
  codeType: ContentType;
  /** What follows `/r/` in its short URL; null for a static code. */
  path: string | null;
}

/**
 * Codes of an account by their ids, those that are there. Asked apart from rows about scans, which may lie on other machines
 * than the codes.
 */
export async function findCodeLabels(
  executor: Executor,
  accountId: string,
  ids: Iterable<string>,
): Promise<Map<string, CodeLabels & { environment: Environment; isInUse: boolean }>> {
  const { rows } = await executor.query<
    CodeLabels & { id: string; environment: Environment; isInUse: boolean }
  >({
    name: "find_code_labels",
    text: `SELECT id, name AS "codeName", type AS "codeType", ${shortPathSql()} AS path, environment,
        purge_after IS NULL AS "isInUse"
      FROM qr_code WHERE id = ANY($2::uuid[]) AND account_id = $1`,
    values: [accountId, [...new Set(ids)]],
  });
  return new Map(rows.map(({ id, ...code }) => [id, code]));
}
