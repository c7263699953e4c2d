import { type ContentType, contentTypes } from "@/lib/content/schema";

/** Codes of one page; every gallery has whole rows of them. */
export const pageCodes = 24;

type View = "gallery" | "table";

/** Orders that can be chosen, by name; in the address they stand as `sort` and `order`. */
export const orders = {
  "updatedAt-desc": "Last changed",
  "createdAt-desc": "Newest",
  "createdAt-asc": "Oldest",
  "name-asc": "Name, A to Z",
  "name-desc": "Name, Z to A",
  "scanCount-desc": "Most scans",
  "scanCount-asc": "Fewest scans",
  "updatedAt-asc": "First changed",
} as const;
export type Order = keyof typeof orders;
export type Sort = "updatedAt" | "createdAt" | "name" | "scanCount";

const orderNames = Object.keys(orders) as Order[];
const defaultOrder: Order = "updatedAt-desc";

export const readOrder = (text: string): Order => orderNames.find((name) => name === text) ?? defaultOrder;

export function splitOrder(order: Order): { sort: Sort; order: "asc" | "desc" } {
  const [sort, direction] = order.split("-") as [Sort, "asc" | "desc"];
  return { sort, order: direction };
}

export interface ListState {
  view: View;
  q: string;
  type: ContentType | null;
  isDynamic: boolean | null;
  order: Order;
  page: number;
}

type Params = Record<string, string | string[] | undefined>;

export function readListState(params: Params): ListState {
  const one = (name: string) => (typeof params[name] === "string" ? params[name] : undefined);
  const page = one("page") ?? "";
  return {
    view: one("view") === "table" ? "table" : "gallery",
    q: readSearch(one("q")),
    type: contentTypes.find((type) => type === one("type")) ?? null,
    isDynamic: readKind(one("dynamic")),
    order: readOrder(`${one("sort")}-${one("order")}`),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

function readKind(text: string | undefined): boolean | null {
  if (text === "true") return true;
  return text === "false" ? false : null;
}

/** Most characters that a search takes. */
export const longestSearch = 200;

/** Characters that no code holds find nothing in one either: they are left out. */
function readSearch(text = ""): string {
  const printable = text.replaceAll(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  return [...printable].slice(0, longestSearch).join("");
}

/** The address of a list with something of it changed; whatever changes what is found leads to its first page. */
export function listHref(state: ListState, changes: Partial<ListState> = {}): string {
  const isOtherList = Object.keys(changes).some((name) => name !== "view" && name !== "page");
  const next = { ...state, ...(isOtherList && { page: 1 }), ...changes };
  const text = new URLSearchParams(listParams(next)).toString();
  return text === "" ? "/codes" : `/codes?${text}`;
}

export function listParams(state: ListState): Record<string, string> {
  return {
    ...(state.view !== "gallery" && { view: state.view }),
    ...(state.q !== "" && { q: state.q }),
    ...(state.type !== null && { type: state.type }),
    ...(state.isDynamic !== null && { dynamic: String(state.isDynamic) }),
    ...(state.order !== defaultOrder && splitOrder(state.order)),
    ...(state.page !== 1 && { page: String(state.page) }),
  };
}

export function isFiltered({ q, type, isDynamic }: ListState): boolean {
  return q !== "" || type !== null || isDynamic !== null;
}

/** Another press on a head turns its order round; the first one sorts as people look for it. */
export function orderBy(sort: Sort, current: Order): Order {
  const both = orderNames.filter((name) => splitOrder(name).sort === sort);
  return both.find((name) => splitOrder(current).sort !== sort || name !== current) ?? defaultOrder;
}
