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
export const defaultOrder: Order = "updatedAt-desc";

export const readOrder = (text: string): Order | null => orderNames.find((name) => name === text) ?? null;

export function splitOrder(order: Order): { sort: Sort; order: "asc" | "desc" } {
  const [sort, direction] = order.split("-") as [Sort, "asc" | "desc"];
  return { sort, order: direction };
}

/** The order of a list, given the chosen one; null: by how well codes match the search. */
export function shownOrder({ q, order }: { q: string; order: Order | null }): Order | null {
  return order ?? (q === "" ? defaultOrder : null);
}

export const nameOrder = (order: Order | null): string => (order === null ? "Best match" : orders[order]);

/** Another press on a head turns its order round; the first one sorts as people look for it. */
export function orderBy(sort: Sort, current: Order | null): Order {
  const both = orderNames.filter((name) => splitOrder(name).sort === sort);
  return both.find((name) => name !== current) ?? defaultOrder;
}
