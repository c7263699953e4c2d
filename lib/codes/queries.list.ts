import type { Caller } from "@/lib/accounts/schema";
import { reader } from "@/lib/platform/read-replica";
import { shortPathSql } from "@/lib/queries.paths";
import { columns, isOwn } from "./queries.read";
import type { FindQuery, FoundCode } from "./read-schema";
import type { CodeRow } from "./rows";
import { type CodeListQuery, type ListOrder, orderOf } from "./schema";

/** Which codes a list has, and in which order. */
export type CodeFilter = Pick<CodeListQuery, "type" | "isDynamic" | "search" | "sort" | "order"> &
  Partial<Pick<CodeListQuery, "tags" | "tagMode" | "archived" | "state" | "updatedSince">>;

/** Folded once for a statement, not for each row. */
const folded = (parameter: string) => `(SELECT fold_text(${parameter}))`;

/** `strpos` takes text literally: nothing in it is a pattern. */
const contains = (column: string, parameter: string) => `strpos(${column}, ${folded(parameter)}) > 0`;

/** Whether a word begins with it; in the pattern each character stands for itself. */
const beginsWord = (column: string, parameter: string) =>
  `${column} ~ (SELECT '(^|[^[:alnum:]])' || regexp_replace(fold_text(${parameter}), '([^[:alnum:]])', '\\\\\\1', 'g'))`;

/** One or two letters or digits are in nearly every name, so they must begin a word. */
const isShort = (term: string) =>
  [...term.normalize("NFC").trim()].length <= 2 && /^\s*[\p{L}\p{N}]/u.test(term);

const matchOf = (term: string) => (isShort(term) ? beginsWord : contains);

/** How well a code matches: 0 exact name, 1 beginning of the name, 2 within the name, 3 in the content. */
const rankSql = (match: typeof contains, parameter: string) => `CASE
    WHEN search_name = ${folded(parameter)} THEN 0
    WHEN starts_with(search_name, ${folded(parameter)}) THEN 1
    WHEN ${match("search_name", parameter)} THEN 2
    ELSE 3 END`;

/** `stateOf` in SQL. */
const stateSql = `CASE
    WHEN NOT is_dynamic THEN 'active'
    WHEN suspended_at IS NOT NULL THEN 'suspended'
    WHEN rules IS NULL THEN 'active'
    WHEN rules ->> 'isActive' = 'false' THEN 'off'
    WHEN (rules ->> 'expiresAt')::timestamptz <= now() THEN 'expired'
    WHEN scan_count >= (rules ->> 'maxScans')::bigint THEN 'used_up'
    WHEN (rules ->> 'startsAt')::timestamptz > now() THEN 'scheduled'
    ELSE 'active' END`;

/** The path of a short URL that is searched for, on a domain as well; of any other text the text itself. */
const pathIn = (parameter: string) =>
  `(SELECT coalesce(substring(${parameter}::text from '(?:/r|//[^/]+)/([0-9A-Za-z_-]+)[+/]?$'), ${parameter}::text))`;

/** Whether the slug matches, or a short URL or its path is that of the code, an earlier one too. */
const matchesPath = (match: typeof contains, parameter: string) =>
  `${match("lower(slug)", parameter)} OR short_code = ${pathIn(parameter)}
    OR id IN (SELECT qr_code_id FROM short_url_path WHERE account_id = $1 AND key IN (SELECT lower(${pathIn(parameter)})
      UNION ALL SELECT id || '/' || lower(${pathIn(parameter)}) FROM domain WHERE account_id = $1))`;

const searchIn = (match: typeof contains) => (parameter: string) =>
  `(${match("search_name", parameter)} OR ${match("search_content", parameter)} OR ${matchesPath(match, parameter)})`;

/** Conditions of the filters that a query sets. */
const conditions = {
  type: (value: string) => `type = ${value}`,
  isDynamic: (value: string) => `is_dynamic = ${value}`,
  search: searchIn(contains),
  shortSearch: searchIn(beginsWord),
  anyTag: (value: string) => `tags && ${value}::text[]`,
  allTags: (value: string) => `tags @> ${value}::text[]`,
  isArchived: (value: string) => `is_archived = ${value}`,
  state: (value: string) => `${stateSql} = ${value}`,
  updatedSince: (value: string) => `updated_at > ${value}::timestamptz`,
};
type Filter = keyof typeof conditions;

/** The filters that a query sets, with their values. */
function filtersOf({
  type,
  isDynamic,
  search = "",
  tags,
  tagMode,
  archived = "false",
  state,
  updatedSince,
}: CodeFilter) {
  const hasTags = tags !== undefined && tags.length > 0;
  const filters: Partial<Record<Filter, unknown>> = {
    isArchived: archived === "any" ? undefined : archived === "true",
    type,
    isDynamic,
    [isShort(search) ? "shortSearch" : "search"]: search === "" ? undefined : search,
    anyTag: hasTags && tagMode !== "all" ? tags : undefined,
    allTags: hasTags && tagMode === "all" ? tags : undefined,
    state,
    // As a date, which has a form for year 0 that PostgreSQL reads.
    updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
  };
  return (Object.entries(filters) as [Filter, unknown][]).filter(([, value]) => value !== undefined);
}

/**
 * Without the picture of a logo, which may be half a megabyte; an empty one stands for a logo. Computed for the codes of the
 * page alone: before the sort it would read every logo of the account.
 */
const listedColumns = columns("page", `jsonb_set(settings, '{logo,dataUrl}', '""', false)`);

/** Sorted by what the list asks for; by numbers as numbers, and for the rest by ICU's root collation, where it is names. */
const sortKeys: Record<Exclude<ListOrder, "rank">, string> = {
  createdAt: "created_at",
  updatedAt: "updated_at",
  name: 'name COLLATE "natural_order"',
  scanCount: "scan_count",
};

const positionTypes: Record<Exclude<ListOrder, "rank">, string> = {
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
  name: "text",
  scanCount: "int",
};

interface Statement {
  name?: string;
  text: string;
}

const statements = new Map<string, Statement>();

/** A statement is built once. With several filters it has no name, so that no connection keeps a plan for each set of them. */
function buildOnce(parts: readonly string[], filters: readonly Filter[], build: () => string): Statement {
  const name = ["list_codes", ...parts, ...filters].join("_");
  const statement = statements.get(name) ?? {
    ...(filters.length <= 2 && { name }),
    text: build(),
  };
  statements.set(name, statement);
  return statement;
}

/** What the rows of a list are, and how they are ordered. `first` is the number of the first filter's parameter. */
function partsOf(query: CodeFilter, filters: readonly Filter[], first: number) {
  const matching = [isOwn, ...filters.map((filter, index) => conditions[filter](`$${index + first}`))].join(
    " AND ",
  );
  const sort = orderOf(query);
  const { order } = query;
  if (sort !== "rank") {
    const keys = [sortKeys[sort], "id"];
    return { matching, source: "*", sort, ordering: keys.map((key) => `${key} ${order}`).join(", ") };
  }
  const searched = filters.findIndex((filter) => filter === "search" || filter === "shortSearch");
  const match = filters[searched] === "search" ? contains : beginsWord;
  const rank = rankSql(match, `$${searched + first}`);
  return {
    matching,
    source: `*, ${rank} AS rank`,
    sort,
    rank,
    ordering: `rank, created_at ${order}, id ${order}`,
  };
}

/** A row of a list; `rank` where it is sorted by it. */
export type ListRow = CodeRow & { rank?: number };

/** Filters that are not set are left out, so that the total of a list without any is counted in the index alone. */
function pageStatement(query: CodeFilter, filters: readonly Filter[], shown: "listed" | "id"): Statement {
  return buildOnce([shown, orderOf(query), query.order], filters, () => {
    const { matching, source, sort, ordering } = partsOf(query, filters, 5);
    const listed = shown === "id" ? "id" : `${listedColumns}${sort === "rank" ? ", rank" : ""}`;
    return `SELECT total, code.* FROM (SELECT count(*)::int AS total FROM qr_code WHERE ${matching}) AS counted
    LEFT JOIN LATERAL (SELECT ${listed} FROM (SELECT ${source} FROM qr_code WHERE ${matching}
      ORDER BY ${ordering} LIMIT $3::int OFFSET $4::bigint) AS page) AS code ON true`;
  });
}

interface Page {
  limit: number;
  offset: bigint;
}

/** A page of a list with the total of all pages; rows of an empty page have the total alone. */
async function listPage<Row>(
  { accountId, environment }: Caller,
  query: CodeFilter,
  { limit, offset }: Page,
  shown: "listed" | "id",
): Promise<{ rows: Row[]; total: number }> {
  const filters = filtersOf(query);
  const names = filters.map(([name]) => name);
  const { rows } = await reader().query<Row & { id: string | null; total: number }>({
    ...pageStatement(query, names, shown),
    values: [accountId, environment, limit, offset, ...filters.map(([, value]) => value)],
  });
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

export function listCodeRows(caller: Caller, query: CodeFilter, page: Page) {
  return listPage<ListRow>(caller, query, page, "listed");
}

export function listCodeIds(caller: Caller, query: CodeFilter, page: Page) {
  return listPage<{ id: string }>(caller, query, page, "id");
}

/** The last row of the page before: its id, and what the list is sorted by; of a rank, the instant of its creation too. */
export interface ListPosition {
  values: readonly (string | number)[];
  id: string;
}

function nextStatement(query: CodeFilter, filters: readonly Filter[]): Statement {
  return buildOnce(["next", orderOf(query), query.order], filters, () => {
    const sort = orderOf(query);
    const parts = partsOf(query, filters, sort === "rank" ? 7 : 6);
    const comparison = query.order === "asc" ? ">" : "<";
    const isBehind =
      sort === "rank"
        ? `(${parts.rank} > $5::int OR ${parts.rank} = $5::int AND (created_at, id) ${comparison} ($6::timestamptz, $4::uuid))`
        : `(${sortKeys[sort]}, id) ${comparison} ($5::${positionTypes[sort]}, $4::uuid)`;
    return `SELECT ${listedColumns}${sort === "rank" ? ", rank" : ""} FROM (SELECT ${parts.source} FROM qr_code
        WHERE ${parts.matching} AND ${isBehind} ORDER BY ${parts.ordering} LIMIT $3::int) AS page`;
  });
}

/** Rows behind one of a list, without the total. */
export async function listCodeRowsBehind(
  { accountId, environment }: Caller,
  query: CodeFilter,
  { values, id }: ListPosition,
  limit: number,
): Promise<ListRow[]> {
  const filters = filtersOf(query);
  const names = filters.map(([name]) => name);
  const { rows } = await reader().query<ListRow>({
    ...nextStatement(query, names),
    values: [accountId, environment, limit, id, ...values, ...filters.map(([, value]) => value)],
  });
  return rows;
}

/** A code of a search. */
export type FoundRow = Omit<FoundCode, "shortUrl" | "updatedAt"> & {
  /** What follows `/r/` in its short URL. */
  path: string | null;
  updatedAt: Date;
};

const searchedParts: Record<FindQuery["place"], (match: typeof contains, parameter: string) => string> = {
  names: (match, parameter) => `(${match("search_name", parameter)} OR ${matchesPath(match, parameter)})`,
  targets: (match, parameter) => match("search_content", parameter),
};

/**
 * Codes that contain every word, ranked by the whole text as a list is, then the newest. Without words: the last changed.
 */
export async function searchCodeRows(
  { accountId, environment }: Caller,
  text: string,
  place: FindQuery["place"],
  limit: number,
): Promise<FoundRow[]> {
  const words = text.split(/\s+/).filter(Boolean);
  const matching = words.map((word, index) => searchedParts[place](matchOf(word), `$${index + 5}`));
  const { rows } = await reader().query<FoundRow>({
    text: `SELECT id, name, type, CASE WHEN type = 'url' THEN content END AS target, ${shortPathSql()} AS path,
        updated_at AS "updatedAt"
      FROM qr_code
      WHERE ${[isOwn, ...matching].join(" AND ")}
      ORDER BY ${rankSql(matchOf(words.join(" ")), "$3")}, ${words.length > 0 ? "created_at" : "updated_at"} DESC, id DESC
      LIMIT $4`,
    values: [accountId, environment, words.join(" "), limit, ...words],
  });
  return rows;
}
