"""Lists, read to their end."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Iterator, Optional


def read_pages(read: Callable[[int, Optional[str]], Any], limit: Optional[int]) -> Iterator[Any]:
    """Every item once, a page at a time: each page begins behind the last item of the one before."""
    cursor: Optional[str] = None
    while True:
        page = read(100 if limit is None else limit, cursor)
        yield from page["data"]
        cursor = page["pagination"]["nextCursor"]
        if cursor is None:
            return


async def read_pages_async(
    read: Callable[[int, Optional[str]], Awaitable[Any]], limit: Optional[int]
) -> AsyncIterator[Any]:
    """The same for asyncio."""
    cursor: Optional[str] = None
    while True:
        page = await read(100 if limit is None else limit, cursor)
        for item in page["data"]:
            yield item
        cursor = page["pagination"]["nextCursor"]
        if cursor is None:
            return
