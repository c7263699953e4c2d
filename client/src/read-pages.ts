interface Page<T> {
  data: T[];
  pagination: { total: number; pages: number; limit: number };
}

interface Range {
  page: number;
  limit?: number;
  [pin: string]: unknown;
}

const rememberedItems = 1_000;

/**
 * All items of a list, each once, reading a page when it is asked for. Lists go on changing meanwhile: what a new item pushes
 * to the next page comes once all the same, and where items are gone, what moved up is read again, so that an item
 * may be deleted as it comes. `pins` hold a list still where it can be: a parameter, and the member of the first item that it is set to.
 */
export async function* readPages<T extends { id: string }>(
  read: (range: Range) => Promise<Page<T>>,
  options: { limit?: number } = {},
  pins: Record<string, string> = {},
): AsyncGenerator<T> {
  const { limit = 100 } = options;
  const seen = new Set<string>();
  let pinned: Record<string, unknown> = {};
  let known = Number.NaN;
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await read({ page, limit, ...pinned });
    const { total } = pagination;
    const moved = Math.max(0, known - total) || 0;
    known = total;
    if (moved > 0 && page > 1) {
      page = Math.max(1, page - Math.ceil(moved / limit)) - 1;
      continue;
    }
    if (page === 1 && data[0]) pinned = pin(data[0], options, pins);
    for (const item of data) {
      if (seen.has(item.id)) continue;
      remember(seen, item.id);
      yield item;
    }
    if (page >= pagination.pages) return;
  }
}

function pin(first: object, options: object, pins: Record<string, string>): Record<string, unknown> {
  const free = Object.entries(pins).filter(([parameter]) => !(parameter in options));
  return Object.fromEntries(free.map(([parameter, member]) => [parameter, first[member as keyof object]]));
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > rememberedItems && oldest !== undefined) seen.delete(oldest);
}
