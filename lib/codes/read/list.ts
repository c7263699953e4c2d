import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { type CodeRow, codeColumns, ownCodes, ownerOf, presentListed } from "../rows";
import type { CodeListQuery, CodePage } from "../schema";

/** One page of the caller's codes. A page beyond the last is empty. */
export async function listCodes(caller: Caller, query: CodeListQuery): Promise<CodePage> {
  const { page, limit, type, isDynamic, search, sort, order } = query;
  const filters = [type ?? null, isDynamic ?? null, search || null];
  const values = [...ownerOf(caller), ...filters, limit, (page - 1) * limit];
  const { rows } = await sql.query<Row>({ ...statements[sort][order], values });
  const total = rows[0]?.total ?? 0;
  return {
    data: rows.filter(isCode).map(presentListed),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  };
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

/** `strpos` finds a text as it is: nothing in it is a pattern. */
const matching = `${ownCodes} AND ($3::text IS NULL OR type = $3) AND ($4::boolean IS NULL OR is_dynamic = $4)
  AND ($5::text IS NULL OR strpos(lower(name), lower($5)) > 0 OR strpos(lower(content), lower($5)) > 0)`;

/** Without the picture of a logo, which may be half a megabyte; an empty one says that there is one. */
const listedColumns = codeColumns(`jsonb_set(settings, '{logo,dataUrl}', '""', false)`);

function writeStatement(sort: CodeListQuery["sort"], order: "asc" | "desc") {
  const keys = [...sortKeys[sort], "id"].map((key) => `${key} ${order}`).join(", ");
  return {
    name: `list_codes_${sort}_${order}`,
    text: `SELECT total, code.* FROM (SELECT count(*)::int AS total FROM qr_code WHERE ${matching}) AS counted
      LEFT JOIN LATERAL (SELECT ${listedColumns} FROM qr_code WHERE ${matching}
        ORDER BY ${keys} LIMIT $6::int OFFSET $7::bigint) AS code ON true`,
  };
}

const bothOrders = (sort: CodeListQuery["sort"]) => ({
  asc: writeStatement(sort, "asc"),
  desc: writeStatement(sort, "desc"),
});

const statements = {
  createdAt: bothOrders("createdAt"),
  updatedAt: bothOrders("updatedAt"),
  name: bothOrders("name"),
  scanCount: bothOrders("scanCount"),
};
