import { redirectSql } from "@/lib/platform/db";

/** A host of an account on which the service answers short URLs. */
export interface ServedDomain {
  id: string;
  host: string;
  /** Where `/`, unknown paths, and codes that are off, expired or used up lead; null: to a plain page. */
  rootUrl: string | null;
  notFoundUrl: string | null;
  expiredUrl: string | null;
  /** The operator has suspended it: everything on it answers 410. */
  isSuspended: boolean;
}

const selectServed = `SELECT id, host, root_url AS "rootUrl", not_found_url AS "notFoundUrl", expired_url AS "expiredUrl",
    suspended_at IS NOT NULL AS "isSuspended"
  FROM domain WHERE is_served`;

/** Every domain that is served. */
export async function listServedDomains(): Promise<ServedDomain[]> {
  const { rows } = await redirectSql.query<ServedDomain>({
    name: "select_served_domains",
    text: selectServed,
  });
  return rows;
}

/** Those of the domains with these ids that are served now. */
export async function listServedDomainsOf(ids: readonly string[]): Promise<ServedDomain[]> {
  const { rows } = await redirectSql.query<ServedDomain>({
    name: "select_served_domains_of",
    text: `${selectServed} AND id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Whether a host is served for some account. */
export async function isHostServed(host: string): Promise<boolean> {
  const { rowCount } = await redirectSql.query({
    name: "select_served_host",
    text: "SELECT FROM domain WHERE host = $1 AND is_served",
    values: [host],
  });
  return rowCount === 1;
}
