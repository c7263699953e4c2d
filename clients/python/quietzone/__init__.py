"""A typed client of Quietzone."""

from ._call import Picture
from ._client import AsyncQuietzone, Quietzone
from ._errors import QuietzoneConnectionError, QuietzoneError, WebhookVerificationError
from ._events import EventPage
from ._webhooks import verify_webhook
from .generated import types

__all__ = [
    "AsyncQuietzone",
    "EventPage",
    "Picture",
    "Quietzone",
    "QuietzoneConnectionError",
    "QuietzoneError",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
]
