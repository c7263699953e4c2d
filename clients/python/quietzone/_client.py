"""The clients: one blocks, one is for asyncio."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Any, AsyncIterator, Iterator, Optional, Sequence, Type

import httpx

from ._call import (
    LARGEST_ANSWER,
    Call,
    build_request,
    describe_failure,
    pause_before,
    read_answer,
    read_settings,
    refuse_large,
)
from ._events import EventPage, follow, follow_async
from .generated.resources import AsyncResources, Resources


class Quietzone(Resources):
    """A client of one service. Use it as a context manager, or call `close`.

    `timeout` is seconds for each step of an attempt: connecting, sending, reading. A call that may be repeated is, up to
    `max_retries` times; a wait longer than `max_wait` seconds raises the error at once. `http_client` is your own
    httpx.Client, such as one with a proxy.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        allow_http: bool = False,
        timeout: float = 30,
        max_retries: int = 3,
        max_wait: float = 30,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._settings = read_settings(base_url, api_key, allow_http, timeout, max_retries, max_wait)
        self._http = http_client or httpx.Client(trust_env=self._settings.trust_env)
        super().__init__(self._call)

    def follow_events(
        self,
        *,
        after: Optional[str] = "now",
        types: Optional[Sequence[str]] = None,
        limit: int = 50,
        interval: float = 1,
    ) -> Iterator[EventPage]:
        """Follow the events feed, a page at a time, without end. `after=None` starts at the oldest event kept."""
        return follow(self._call, after, types, limit, interval)

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    def __enter__(self) -> Quietzone:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _call(self, call: Call) -> Any:
        request = build_request(self._http, self._settings, call)
        retries = 0
        while True:
            try:
                return self._attempt(call, request)
            except Exception as failure:
                pause = pause_before(failure, retries, call, self._settings)
                if pause is None:
                    raise
            retries += 1
            time.sleep(pause)

    def _attempt(self, call: Call, request: httpx.Request) -> Any:
        try:
            response = self._http.send(request, stream=True, follow_redirects=False)
            try:
                content = bytearray()
                for chunk in response.iter_bytes():
                    content += chunk
                    if len(content) > LARGEST_ANSWER:
                        raise refuse_large(response)
            finally:
                response.close()
        except httpx.HTTPError as cause:
            raise describe_failure(request, cause) from cause
        return read_answer(call, response, bytes(content))


class AsyncQuietzone(AsyncResources):
    """The same for asyncio: `async with`, or `await close()`."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        allow_http: bool = False,
        timeout: float = 30,
        max_retries: int = 3,
        max_wait: float = 30,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._settings = read_settings(base_url, api_key, allow_http, timeout, max_retries, max_wait)
        self._http = http_client or httpx.AsyncClient(trust_env=self._settings.trust_env)
        super().__init__(self._call)

    def follow_events(
        self,
        *,
        after: Optional[str] = "now",
        types: Optional[Sequence[str]] = None,
        limit: int = 50,
        interval: float = 1,
    ) -> AsyncIterator[EventPage]:
        """Follow the events feed, a page at a time, without end. `after=None` starts at the oldest event kept."""
        return follow_async(self._call, after, types, limit, interval)

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncQuietzone:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def _call(self, call: Call) -> Any:
        request = build_request(self._http, self._settings, call)
        retries = 0
        while True:
            try:
                return await self._attempt(call, request)
            except Exception as failure:
                pause = pause_before(failure, retries, call, self._settings)
                if pause is None:
                    raise
            retries += 1
            await asyncio.sleep(pause)

    async def _attempt(self, call: Call, request: httpx.Request) -> Any:
        try:
            response = await self._http.send(request, stream=True, follow_redirects=False)
            try:
                content = bytearray()
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if len(content) > LARGEST_ANSWER:
                        raise refuse_large(response)
            finally:
                await response.aclose()
        except httpx.HTTPError as cause:
            raise describe_failure(request, cause) from cause
        return read_answer(call, response, bytes(content))
