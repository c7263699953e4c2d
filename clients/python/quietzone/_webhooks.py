"""Deliveries of webhooks, verified as Standard Webhooks asks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Mapping, Optional, Union, cast

from ._errors import WebhookVerificationError
from .generated.types import WebhookEvent

MOST_SIGNATURES = 5
"""The service sends two while a secret is being replaced."""


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a delivery, if it is signed with the secret.

    `body` is the bytes as they came, before anything parses them. `secret` is the webhook's `secret` or `signingSecret`.
    A delivery may be `tolerance` seconds old. An event may come twice: drop those whose `id` you know.
    Raises WebhookVerificationError.
    """
    if not secret:
        raise ValueError("secret is what the service answered when the webhook was created")
    content = body.encode() if isinstance(body, str) else body
    found = {name.lower(): value for name, value in headers.items()}
    timestamp = found.get("webhook-timestamp", "")
    current = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(current - int(timestamp)) > tolerance:
        raise WebhookVerificationError(f"The delivery is not of the last {tolerance:g} seconds")
    signed = f"{found.get('webhook-id', '')}.{timestamp}.".encode() + content
    expected = hmac.new(_read_key(secret), signed, hashlib.sha256).digest()
    candidates = found.get("webhook-signature", "").split()[:MOST_SIGNATURES]
    if not any(hmac.compare_digest(expected, _decode(one)) for one in candidates):
        raise WebhookVerificationError("The signature is not that of this secret and body")
    return cast(WebhookEvent, json.loads(content))


def _read_key(secret: str) -> bytes:
    return base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()


def _decode(signature: str) -> bytes:
    version, _, text = signature.partition(",")
    if version != "v1":
        return b""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
