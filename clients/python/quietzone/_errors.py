"""What can go wrong."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Optional

import httpx


BASE_URL_HINT = "Set base_url to the address at which the service itself answers."
"""What to do about an answer that the service did not write."""


class QuietzoneError(Exception):
    """The service answered with an error.

    `code` is stable, for programs; the service's page /docs/errors lists every code. It is `unexpected_answer` where the
    answer is not the service's own.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: Optional[str] = None,
        details: Optional[List[Dict[str, Any]]] = None,
        hint: Optional[str] = None,
        docs: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.details = details or []
        self.hint = hint
        self.docs = docs
        self.retry_after = retry_after
        """Seconds until the same call can succeed."""


class QuietzoneConnectionError(Exception):
    """No whole answer came: the service is unreachable, the connection broke, or a timeout passed."""

    code = "unreachable"
    hint = "Check that the service runs and that base_url is its address."


class WebhookVerificationError(Exception):
    """The delivery is not from the service, was changed, or is too old."""


def read_error(response: httpx.Response, content: bytes) -> QuietzoneError:
    """The error that a response is."""
    status = response.status_code
    if response.is_redirect:
        return QuietzoneError(
            f"The address answered with a redirect to {response.headers.get('location')}. The client follows none",
            status=status,
            code="unexpected_answer",
            hint=BASE_URL_HINT,
        )
    request_id = response.headers.get("x-request-id")
    retry_after = read_retry_after(response.headers.get("retry-after"))
    body = _parse(content)
    if not isinstance(body.get("code"), str):
        return QuietzoneError(
            f"{status} without an error of the service",
            status=status,
            code="unexpected_answer",
            hint=BASE_URL_HINT,
            request_id=request_id,
            retry_after=retry_after,
        )
    return QuietzoneError(
        body.get("error", body["code"]),
        status=status,
        code=body["code"],
        request_id=request_id,
        details=body.get("details"),
        hint=body.get("hint"),
        docs=body.get("docs"),
        retry_after=retry_after,
    )


def _parse(content: bytes) -> Dict[str, Any]:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def read_retry_after(value: Optional[str]) -> Optional[float]:
    """Seconds; a proxy may also name an instant."""
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())
