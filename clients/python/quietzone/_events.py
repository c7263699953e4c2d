"""The events feed, followed."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, AsyncIterator, Iterator, List, Optional, Sequence

from ._call import AsyncSend, Call, Send
from .generated.types import WebhookEvent


@dataclass(frozen=True)
class EventPage:
    """Events, oldest first. Store `next_cursor` once you have handled them, and pass it as `after` to go on from there."""

    data: List[WebhookEvent]
    next_cursor: str


def _ask(after: Optional[str], types: Optional[Sequence[str]], limit: int) -> Call:
    joined = ",".join(types) if types else None
    return Call("GET", "/api/v1/events", query={"after": after, "types": joined, "limit": limit})


def _read(answer: Any) -> EventPage:
    return EventPage(answer["data"], answer["pagination"]["nextCursor"])


def follow(
    send: Send, after: Optional[str], types: Optional[Sequence[str]], limit: int, interval: float
) -> Iterator[EventPage]:
    """The first page, then those that have events or another cursor; waits `interval` seconds where there is nothing new."""
    is_first = True
    while True:
        page = _read(send(_ask(after, types, limit)))
        is_new = is_first or bool(page.data) or page.next_cursor != after
        after = page.next_cursor
        if is_new:
            yield page
        is_first = False
        if not page.data:
            time.sleep(interval)


async def follow_async(
    send: AsyncSend, after: Optional[str], types: Optional[Sequence[str]], limit: int, interval: float
) -> AsyncIterator[EventPage]:
    """The same for asyncio."""
    is_first = True
    while True:
        page = _read(await send(_ask(after, types, limit)))
        is_new = is_first or bool(page.data) or page.next_cursor != after
        after = page.next_cursor
        if is_new:
            yield page
        is_first = False
        if not page.data:
            await asyncio.sleep(interval)
