import { type Filters, filterParams, filterQuery, readFilters } from "./list-filters";
import { defaultOrder, type Order, readOrder, shownOrder, splitOrder } from "./list-orders";

/** Codes of one page; every gallery has whole rows of them. */
export const pageCodes = 24;

type View = "gallery" | "table";

/** What a list holds, and in which order. */
export interface ListQuery extends Filters {
  /** The archive is a list of its own. */
  isArchived: boolean;
  /** Null: none was chosen. */
  order: Order | null;
}

export interface ListState extends ListQuery {
  view: View;
  page: number;
}

type Params = Record<string, string | string[] | undefined>;

export function readListState(params: Params): ListState {
  const one = (name: string) => (typeof params[name] === "string" ? params[name] : undefined);
  const page = one("page") ?? "";
  return {
    view: one("view") === "table" ? "table" : "gallery",
    ...readFilters(one),
    isArchived: one("archived") === "true",
    order: readOrder(`${one("sort")}-${one("order")}`),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a list with something of it changed; whatever changes what is found leads to its first page. */
export function listHref(state: ListState, changes: Partial<ListState> = {}): string {
  const isOtherList = Object.keys(changes).some((name) => name !== "view" && name !== "page");
  const next = { ...state, ...(isOtherList && { page: 1 }), ...changes };
  const text = new URLSearchParams(listParams(next)).toString();
  return text === "" ? "/codes" : `/codes?${text}`;
}

export function listParams(state: ListState): Record<string, string> {
  const { view, isArchived, q, order, page } = state;
  const isUsual = order === null || (order === defaultOrder && q === "");
  return {
    ...(view !== "gallery" && { view }),
    ...(isArchived && { archived: "true" }),
    ...filterParams(state),
    ...(!isUsual && splitOrder(order)),
    ...(page !== 1 && { page: String(page) }),
  };
}

/** A list as the query of GET /api/v1/qr-codes. */
export function queryOf(list: ListQuery, nowMs: number) {
  const order = shownOrder(list);
  return {
    ...(order === null ? { order: "desc" as const } : splitOrder(order)),
    archived: list.isArchived ? ("true" as const) : ("false" as const),
    ...filterQuery(list, nowMs),
  };
}
