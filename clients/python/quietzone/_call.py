"""One call: how it is sent, read and repeated. The same for both clients."""

from __future__ import annotations

import json
import random
import re
import uuid
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

import httpx

from ._errors import BASE_URL_HINT, QuietzoneConnectionError, QuietzoneError, read_error

LARGEST_ANSWER = 64 * 2**20
"""Bytes. An endless response would fill the caller's memory."""

FIRST_PAUSE = 0.5
"""Seconds before the first retry; doubled for each one after it."""


@dataclass(frozen=True)
class Picture:
    """A file, such as a drawn code."""

    content: bytes
    media_type: str


@dataclass(frozen=True)
class Call:
    """An operation as a method of `generated/resources.py` asks for it."""

    method: str
    path: str
    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    is_public: bool = False
    takes_idempotency_key: bool = False
    idempotency_key: Optional[str] = None
    is_file: bool = False
    timeout: Optional[float] = None

    @property
    def is_repeatable(self) -> bool:
        """Whether it changes nothing twice: a read, and what carries an idempotency key."""
        return self.method == "GET" or self.takes_idempotency_key


Send = Callable[[Call], Any]
AsyncSend = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Settings:
    """What every call of a client has in common."""

    base_url: str
    api_key: Optional[str]
    timeout: float
    max_retries: int
    max_wait: float
    trust_env: bool
    """Whether a proxy of the environment may be used: in clear the key must not leave this machine."""


def read_settings(
    base_url: str, api_key: Optional[str], allow_http: bool, timeout: float, max_retries: int, max_wait: float
) -> Settings:
    """Raises ValueError with a sentence that says what to change."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError(f"base_url is an address such as https://qr.example.com, not {base_url!r}")
    if api_key is not None:
        if not re.fullmatch("[!-~]+", api_key):
            raise ValueError("api_key is one word, such as qr_live_…; leave it out to go without")
        if parts.scheme == "http" and not allow_http and not _is_local(parts.hostname):
            raise ValueError(
                f"Anybody between here and {parts.netloc} could read the api_key: use https, "
                "or allow_http=True in a network that is yours alone"
            )
    if timeout <= 0 or max_retries < 0 or max_wait < 0:
        raise ValueError("timeout is more than 0; max_retries and max_wait are at least 0")
    trust_env = parts.scheme == "https" or not _is_local(parts.hostname)
    return Settings(base_url.rstrip("/"), api_key, timeout, max_retries, max_wait, trust_env)


def _is_local(hostname: str) -> bool:
    return re.fullmatch(r"(?:.+\.)?localhost|127(?:\.\d+){3}|::1", hostname) is not None


def build_request(client: Any, settings: Settings, call: Call) -> httpx.Request:
    """The request of a call, the same at every attempt: by that the service knows a repetition."""
    headers: Dict[str, str] = {"accept": "*/*"}
    if settings.api_key is not None and not call.is_public:
        headers["authorization"] = f"Bearer {settings.api_key}"
    if call.takes_idempotency_key:
        headers["idempotency-key"] = call.idempotency_key or str(uuid.uuid4())
    content = None
    if call.body is not None:
        headers["content-type"] = "application/json"
        content = json.dumps(call.body).encode()
    timeout = settings.timeout if call.timeout is None else call.timeout
    url = settings.base_url + _fill_path(call) + _write_query(call.query)
    request: httpx.Request = client.build_request(
        call.method, url, headers=headers, content=content, timeout=timeout
    )
    return request


def _fill_path(call: Call) -> str:
    def fill(match: re.Match[str]) -> str:
        value = call.params[match[1]]
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{match[1]} is an id of the service, not {value!r}")
        return quote(value, safe="")

    return re.sub(r"\{(.+?)\}", fill, call.path)


def _write_query(query: Mapping[str, Any]) -> str:
    given = {name: _write_value(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _write_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_answer(call: Call, response: httpx.Response, content: bytes) -> Any:
    """What the call answered. Raises QuietzoneError."""
    if not response.is_success:
        raise read_error(response, content)
    if call.is_file:
        return Picture(content, response.headers.get("content-type", ""))
    if content == b"":
        return None
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise QuietzoneError(
            "The answer is not the service's own",
            status=response.status_code,
            code="unexpected_answer",
            hint=BASE_URL_HINT,
        ) from None


def refuse_large(response: httpx.Response) -> QuietzoneError:
    """The error of an answer that is larger than any of the service's."""
    return QuietzoneError(
        "The answer is larger than 64 MiB",
        status=response.status_code,
        code="unexpected_answer",
        hint=BASE_URL_HINT,
    )


def describe_failure(request: httpx.Request, cause: httpx.HTTPError) -> QuietzoneConnectionError:
    """Says which call got no answer."""
    reason = "No answer in time" if isinstance(cause, httpx.TimeoutException) else "The service could not be reached"
    return QuietzoneConnectionError(f"{reason}: {request.method} {request.url}")


def pause_before(failure: Exception, retries: int, call: Call, settings: Settings) -> Optional[float]:
    """Seconds to wait before a call is made again; None where it must not be repeated."""
    if retries >= settings.max_retries or not _may_follow(failure, call):
        return None
    pause = failure.retry_after if isinstance(failure, QuietzoneError) else None
    if pause is None:
        # Between half and whole, so that clients that failed together don't come back together.
        pause = FIRST_PAUSE * 2**retries * (0.5 + random.random() / 2)
    return pause if pause <= settings.max_wait else None


def _may_follow(failure: Exception, call: Call) -> bool:
    if isinstance(failure, QuietzoneConnectionError):
        return call.is_repeatable
    if not isinstance(failure, QuietzoneError):
        return False
    if failure.status == 429:
        return True
    is_busy = failure.status in (502, 503, 504) or failure.code == "idempotency_in_progress"
    return call.is_repeatable and is_busy
