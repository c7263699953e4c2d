interface Page<T> {
  data: T[];
  pagination: { nextCursor: string | null };
}

interface Range {
  limit: number;
  cursor?: string;
}

/**
 * All items of a list, each once, reading a page when it is asked for. What comes or goes meanwhile moves no other item: each page
 * begins behind the last item of the one before.
 */
export async function* readPages<T>(
  read: (range: Range) => Promise<Page<T>>,
  options: { limit?: number } = {},
): AsyncGenerator<T> {
  const { limit = 100 } = options;
  let cursor: string | null | undefined;
  do {
    const { data, pagination } = await read({ limit, ...(cursor && { cursor }) });
    yield* data;
    cursor = pagination.nextCursor;
  } while (cursor !== null);
}
