import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { type CodeRow, codeColumns, ownCodes, ownerOf, presentListed } from "../rows";
import { type CodeListQuery, type CodePage, maxSelected } from "../schema";

/** One page of the caller's codes. A page beyond the last is empty. */
export async function listCodes(caller: Caller, query: CodeListQuery): Promise<CodePage> {
  const { page, limit, sort, order } = query;
  const filters = filtersOf(query);
  const offset = BigInt(page - 1) * BigInt(limit);
  const values = [...ownerOf(caller), limit, offset, ...filters.map((name) => query[name])];
  const { rows } = await sql.query<Row>({ ...findStatement(sort, order, filters), values });
  const total = rows[0]?.total ?? 0;
  return {
    data: rows.filter(isCode).map(presentListed),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
}

type Found = Pick<CodeListQuery, "type" | "isDynamic" | "search" | "sort" | "order">;

/**
 * The first 500 of the caller's codes that a list of this query holds, in its order, whatever their pages; and how many
 * there are.
 */
export async function findMatching(caller: Caller, query: Found): Promise<{ ids: string[]; total: number }> {
  const filters = filtersOf(query);
  const values = [...ownerOf(caller), maxSelected, 0, ...filters.map((name) => query[name])];
  const statement = findStatement(query.sort, query.order, filters, "id");
  const { rows } = await sql.query<{ total: number; id: string | null }>({ ...statement, values });
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 };
}

function filtersOf(query: Omit<Found, "sort" | "order">): Filter[] {
  return filterNames.filter((name) => query[name] !== undefined && query[name] !== "");
}

/** A row of the page; or, where the page has none, the total alone. */
type Row = { total: number } & (CodeRow | { id: null });

function isCode(row: Row): row is Row & CodeRow {
  return row.id !== null;
}

/** Names are ordered without regard to case, in the order of code points whatever the database's locale. */
const sortKeys: Record<CodeListQuery["sort"], readonly string[]> = {
  createdAt: ["created_at"],
  updatedAt: ["updated_at"],
  name: ['lower(name) COLLATE "C"', 'name COLLATE "C"'],
  scanCount: ["scan_count"],
};

/** Text as a search compares it: composed, and by way of capitals, since Σ has two small letters. */
const folded = (text: string) => `lower(upper(normalize(${text}, NFC)))`;

/** Conditions of the filters that a query has. `strpos` finds a text as it is: nothing in it is a pattern. */
const conditions = {
  type: (value: string) => `type = ${value}`,
  isDynamic: (value: string) => `is_dynamic = ${value}`,
  search: (value: string) =>
    `(strpos(${folded("name")}, ${folded(value)}) > 0 OR strpos(${folded("content")}, ${folded(value)}) > 0)`,
};
type Filter = keyof typeof conditions;
const filterNames = Object.keys(conditions) as Filter[];

/**
 * Without the picture of a logo, which may be half a megabyte; an empty one says that there is one. Computed of the codes
 * of the page alone: below the sort it would read every logo of the account.
 */
const listedColumns = codeColumns(`jsonb_set(settings, '{logo,dataUrl}', '""', false)`);

interface Statement {
  name: string;
  text: string;
}

const statements = new Map<string, Statement>();

/**
 * The statement of a sort, an order and the filters that are set: written at its first use, prepared once for each
 * connection. It names no filter that is not set, so that the total of a list without any is counted in the index alone.
 */
function findStatement(
  sort: CodeListQuery["sort"],
  order: "asc" | "desc",
  filters: readonly Filter[],
  columns: "listed" | "id" = "listed",
): Statement {
  const name = ["list_codes", columns, sort, order, ...filters].join("_");
  const known = statements.get(name);
  if (known !== undefined) return known;
  const matching = [ownCodes, ...filters.map((filter, index) => conditions[filter](`$${index + 5}`))].join(
    " AND ",
  );
  const keys = [...sortKeys[sort], "id"].map((key) => `${key} ${order}`).join(", ");
  const text = `SELECT total, code.* FROM (SELECT count(*)::int AS total FROM qr_code WHERE ${matching}) AS counted
    LEFT JOIN LATERAL (SELECT ${columns === "id" ? "id" : listedColumns} FROM (SELECT * FROM qr_code WHERE ${matching}
      ORDER BY ${keys} LIMIT $3::int OFFSET $4::bigint) AS page) AS code ON true`;
  const statement = { name, text };
  statements.set(name, statement);
  return statement;
}
