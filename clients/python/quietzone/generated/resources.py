# Made from docs/openapi by `npm run openapi`; change the contracts instead.
# mypy: disable-error-code="no-any-return"
"""A class for each resource of the API."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from .._call import AsyncSend, Call, Picture, Send
from .._pages import read_pages, read_pages_async
from . import types


class Codes:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, body: types.NewQrCode, *, dry_run: Optional[bool] = None, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.CreatedQrCode:
        """Create a code.

        Needs `qr:write`. Draws a code and stores it. A dynamic code holds a short URL, so that its content can be changed after printing. Its settings may bound that short URL in time and scans. A frame on a plan other than Pro is left out with a warning. With `dryRun=true` nothing is stored: the answer says what would be.
        """
        return self._send(Call("POST", "/api/v1/qr-codes", query={"dryRun": dry_run}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def list(self, *, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, type: Optional[Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]] = None, is_dynamic: Optional[bool] = None, search: Optional[str] = None, tags: Optional[str] = None, tag_mode: Optional[Literal["any", "all"]] = None, archived: Optional[Literal["false", "true", "any"]] = None, state: Optional[Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]] = None, updated_since: Optional[str] = None, sort: Optional[Literal["createdAt", "updatedAt", "name", "scanCount"]] = None, order: Optional[Literal["asc", "desc"]] = None, timeout: Optional[float] = None) -> types.ListQrCodesAnswer:
        """List codes.

        Needs `qr:read`. A page of the codes of this account and environment, without the pictures of their logos. A page beyond the last is empty. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.
        """
        return self._send(Call("GET", "/api/v1/qr-codes", query={"page": page, "cursor": cursor, "limit": limit, "type": type, "isDynamic": is_dynamic, "search": search, "tags": tags, "tagMode": tag_mode, "archived": archived, "state": state, "updatedSince": updated_since, "sort": sort, "order": order}, timeout=timeout))

    def list_all(self, *, limit: Optional[int] = None, type: Optional[Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]] = None, is_dynamic: Optional[bool] = None, search: Optional[str] = None, tags: Optional[str] = None, tag_mode: Optional[Literal["any", "all"]] = None, archived: Optional[Literal["false", "true", "any"]] = None, state: Optional[Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]] = None, updated_since: Optional[str] = None, sort: Optional[Literal["createdAt", "updatedAt", "name", "scanCount"]] = None, order: Optional[Literal["asc", "desc"]] = None, timeout: Optional[float] = None) -> Iterator[types.ListedQrCode]:
        """Every item of `list`, page by page as it is asked for."""
        return read_pages(lambda limit, cursor: self.list(type=type, is_dynamic=is_dynamic, search=search, tags=tags, tag_mode=tag_mode, archived=archived, state=state, updated_since=updated_since, sort=sort, order=order, limit=limit, cursor=cursor, timeout=timeout), limit)

    def get(self, id: str, *, timeout: Optional[float] = None) -> types.StoredQrCode:
        """Get a code.

        Needs `qr:read`. The code with its scans in short.
        """
        return self._send(Call("GET", "/api/v1/qr-codes/{id}", params={"id": id}, timeout=timeout))

    def update(self, id: str, body: types.QrCodeChange, *, timeout: Optional[float] = None) -> types.DrawnQrCode:
        """Change a code.

        Needs `qr:write`. Changes name, content, slug, domain, tags, note, `archived`, `publicImage` and settings; what is left out stays, and a member of `settings` that is null goes back to its default. Other members are ignored, so that an answer may be sent back; `type` and `isDynamic` must then be as they are. New content on a static code warns, because what is printed does not change.
        """
        return self._send(Call("PUT", "/api/v1/qr-codes/{id}", params={"id": id}, body=body, timeout=timeout))

    def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Delete a code.

        Needs `qr:write`. Deletes the code and everything that belongs to it. Printed copies of a dynamic code lead nowhere then.
        """
        return self._send(Call("DELETE", "/api/v1/qr-codes/{id}", params={"id": id}, timeout=timeout))

    def create_many(self, body: types.BulkQrCodes, *, dry_run: Optional[bool] = None, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.BulkAnswer:
        """Create up to 100 codes.

        Needs `qr:write`. Every item is judged by itself: all valid ones are stored in one step though others fail. `created` and `errors` keep the order of the request. When the quota is reached midway, the rest is refused with `quota_exceeded`. An item whose picture can't be drawn because the service is busy is refused with `unavailable`; when none can be drawn, the call is 503. Send the same request with the same `Idempotency-Key` again and the items that are missing are created. With `dryRun=true` nothing is stored.
        """
        return self._send(Call("POST", "/api/v1/qr-codes/bulk", query={"dryRun": dry_run}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def delete_many(self, body: types.BulkQrCodeIds, *, timeout: Optional[float] = None) -> types.BulkDeletion:
        """Delete up to 100 codes.

        Needs `qr:write`. Deletes those that exist, in one step, and names those that do not.
        """
        return self._send(Call("DELETE", "/api/v1/qr-codes/bulk", body=body, timeout=timeout))

    def get_image(self, id: str, *, format: Optional[Literal["png", "svg", "pdf"]] = None, size: Optional[int] = None, timeout: Optional[float] = None) -> Picture:
        """The picture of a code.

        Needs `qr:read`. The code drawn from its settings as PNG, SVG or PDF, as wide as it is stored or as `size` says. A PNG has at least the code's `minSize`; SVG and PDF have any size.
        """
        return self._send(Call("GET", "/api/v1/qr-codes/{id}/image", params={"id": id}, query={"format": format, "size": size}, is_file=True, timeout=timeout))

    def list_targets(self, id: str, *, timeout: Optional[float] = None) -> types.ListTargetsAnswer:
        """What a code led to.

        Needs `qr:read`. The history of where a dynamic code leads: its content, `settings.fallbackUrl` and `settings.routes` of now and the last 100 targets before, each as they were together, with the time since when and the user or key by whom. A change of any makes an entry; other settings make none. A static code has the current one alone.
        """
        return self._send(Call("GET", "/api/v1/qr-codes/{id}/targets", params={"id": id}, timeout=timeout))

    def restore_target(self, id: str, target_id: str, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.DrawnQrCode:
        """Lead to an earlier target again.

        Needs `qr:write`. Gives a dynamic code the content of an earlier target, and the `settings.fallbackUrl` and `settings.routes` that it had beside it or none; other settings stay. It is a change like that of PUT, with the same checks and the same answer, and stands in the history itself.
        """
        return self._send(Call("POST", "/api/v1/qr-codes/{id}/targets/{targetId}/restore", params={"id": id, "targetId": target_id}, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def resolve(self, id: str, body: Optional[types.ResolveRequest] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.Resolution:
        """Try where a code leads.

        Needs `qr:read`. Where the code would lead a visit of this kind, and by which rule of `settings.routes`. No scan is recorded, and no query is passed.
        """
        return self._send(Call("POST", "/api/v1/qr-codes/{id}/resolve", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def delete_goals(self, id: str, *, name: str, timeout: Optional[float] = None) -> types.DeletedGoals:
        """Delete a code's goals of one name.

        Needs `qr:write`. Deletes every goal of one name from the figures of a code, for good, and makes room for another name: anybody who has scanned the code can record goals of any name.
        """
        return self._send(Call("DELETE", "/api/v1/qr-codes/{id}/goals", params={"id": id}, query={"name": name}, timeout=timeout))


class Tags:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, timeout: Optional[float] = None) -> types.TagList:
        """List the tags.

        Needs `qr:read`. All tags of this account and environment, with the codes that have each and their scans. Give a code its tags with POST or PUT.
        """
        return self._send(Call("GET", "/api/v1/tags", timeout=timeout))

    def rename(self, name: str, body: types.TagChange, *, timeout: Optional[float] = None) -> types.Tag:
        """Rename a tag.

        Needs `qr:write`. Gives every code of the tag the new name instead; the name of another tag merges both. Sets `updatedAt` of these codes and sends no event.
        """
        return self._send(Call("PATCH", "/api/v1/tags/{name}", params={"name": name}, body=body, timeout=timeout))

    def delete(self, name: str, *, timeout: Optional[float] = None) -> None:
        """Delete a tag.

        Needs `qr:write`. Takes the tag off every code that has it. Sets `updatedAt` of these codes and sends no event.
        """
        return self._send(Call("DELETE", "/api/v1/tags/{name}", params={"name": name}, timeout=timeout))


class Domains:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> types.DomainPage:
        """List the domains.

        Needs `qr:read`. The account's domains, the newest first. A page beyond the last is empty.
        """
        return self._send(Call("GET", "/api/v1/domains", query={"page": page, "cursor": cursor, "limit": limit}, timeout=timeout))

    def add(self, body: types.NewDomain, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.Domain:
        """Add a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Adds a host of your own for short URLs. Add the TXT record of `dns` to prove that it is yours, and point the host to `dns.cname`; then call verify, or wait for the next check. A domain that is not proved within 30 days is deleted. Domains per plan: Starter 1, Developer 3, Pro 5; one more is 403 `quota_exceeded`, and more than 20 a day are 429. A host that the account has is 400. Unknown members are ignored.
        """
        return self._send(Call("POST", "/api/v1/domains", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def get(self, id: str, *, timeout: Optional[float] = None) -> types.Domain:
        """Get a domain.

        Needs `qr:read`. One domain as the last check found it.
        """
        return self._send(Call("GET", "/api/v1/domains/{id}", params={"id": id}, timeout=timeout))

    def update(self, id: str, body: types.DomainChange, *, timeout: Optional[float] = None) -> types.Domain:
        """Change a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Changes what is sent: `rootUrl`, `notFoundUrl`, `expiredUrl`, `isDefault`. The host can't be changed. A default must be verified and not suspended (400 `domain_not_verified`) and within the plan's number (403 `quota_exceeded`). Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
        """
        return self._send(Call("PATCH", "/api/v1/domains/{id}", params={"id": id}, body=body, timeout=timeout))

    def delete(self, id: str, *, move_to: Optional[str] = None, timeout: Optional[float] = None) -> None:
        """Delete a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Deletes a domain for good; the service stops answering on its host. A domain with codes or aliases is 409 `domain_in_use`, unless `moveTo` says where they go: all codes, or none where a short URL is taken there (409 `slug_taken`); aliases that are taken or not allowed there are deleted. What is printed with the host stops working once they are moved. Moving sets `updatedAt` of the codes and sends no event. A domain that the operator suspended, or on which codes are suspended, can't be deleted (409 `domain_in_use`).
        """
        return self._send(Call("DELETE", "/api/v1/domains/{id}", params={"id": id}, query={"moveTo": move_to}, timeout=timeout))

    def verify(self, id: str, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.Domain:
        """Verify a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Asks DNS now and answers the domain as it is then, whatever `status` was found. A host that another account has verified is 409 `domain_taken` while that account's TXT record is there; without it the host moves to this account. At most 20 calls per account and hour (429).
        """
        return self._send(Call("POST", "/api/v1/domains/{id}/verify", params={"id": id}, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def get_redirect_map(self, id: str, *, format: Optional[Literal["nginx", "caddy", "json", "csv"]] = None, timeout: Optional[float] = None) -> Picture:
        """Get a domain's redirect map.

        Needs `qr:read`. Every short URL of the domain with what it answers now, so that a server of your own can answer them instead: a configuration of nginx or Caddy, or JSON or CSV. Codes with routes, a split, a passed query, a schedule or a limit are marked, since no static file follows those. Soft-deleted codes are left out.
        """
        return self._send(Call("GET", "/api/v1/domains/{id}/redirect-map", params={"id": id}, query={"format": format}, is_file=True, timeout=timeout))


class Scans:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, qr_code_id: Optional[str] = None, tag: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> types.ListScansAnswer:
        """List scans.

        Needs `analytics:read`. Scans of all codes of this account and environment, or of one, the newest first; calls of bots, link previews and prefetches are none. Poll with `since`: times rise in the order in which scans become visible, so that nothing is missed and nothing comes twice. No address of a visitor is kept. A page beyond the last is empty. IP Geolocation by [DB-IP](https://db-ip.com).
        """
        return self._send(Call("GET", "/api/v1/scans", query={"qrCodeId": qr_code_id, "tag": tag, "since": since, "until": until, "page": page, "cursor": cursor, "limit": limit}, timeout=timeout))

    def list_all(self, *, qr_code_id: Optional[str] = None, tag: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> Iterator[types.ScanEvent]:
        """Every item of `list`, page by page as it is asked for."""
        return read_pages(lambda limit, cursor: self.list(qr_code_id=qr_code_id, tag=tag, since=since, until=until, limit=limit, cursor=cursor, timeout=timeout), limit)


class Sandbox:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create_scans(self, body: types.SandboxScans, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.CreatedScans:
        """Make scans of a sandbox code.

        Needs `qr:write`. Makes scans as if a visitor from your own address had opened the code's short URL: they are in its counts, in the list of scans and in the analytics of the sandbox. Rules by language do not apply to them. Scans of the past reach webhooks, but not a reader of the events feed who has come further. A production key gets 403 `sandbox_required`.
        """
        return self._send(Call("POST", "/api/v1/sandbox/scans", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class Analytics:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self, *, qr_code_id: Optional[str] = None, tag: Optional[str] = None, time_range: Optional[Literal["1h", "1d", "7d", "30d", "90d", "1y"]] = None, start_date: Optional[str] = None, end_date: Optional[str] = None, include_scans: Optional[bool] = None, timezone: Optional[str] = None, timeout: Optional[float] = None) -> types.Analytics:
        """Read analytics.

        Needs `analytics:read`. Scans of all codes of this account and environment, or of one, in a window that ends now or between two dates: totals, days, hours, weekdays, places and devices, counted in one view of the database. `dailyScans`, `hourly`, `weekly` and each of the breakdowns but `variants` add up to `totalScans`. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.
        """
        return self._send(Call("GET", "/api/v1/analytics", query={"qrCodeId": qr_code_id, "tag": tag, "timeRange": time_range, "startDate": start_date, "endDate": end_date, "includeScans": include_scans, "timezone": timezone}, timeout=timeout))


class Goals:
    def __init__(self, send: Send) -> None:
        self._send = send

    def record(self, body: types.NewGoal, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.RecordedGoal:
        """Record a goal.

        Needs `qr:write`. Record what a visitor did after a scan. The target of a code with `settings.appendScanId` is called with `qz_scan`, the scan's id; it takes goals for 30 days. A goal counts at the time of its scan, once for each scan and name: sent again it is 200 and changes nothing. A scan that is unknown, too old, of a deleted code or still being stored by another server is 404, and one that this server is still storing 503 with `Retry-After`. A body has at most 8 kB. Scans of the sandbox take goals with a sandbox key.
        """
        return self._send(Call("POST", "/api/v1/goals", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class Account:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self, *, timeout: Optional[float] = None) -> types.Account:
        """Get plan, limits and usage.

        The plan of the key's account, what it may have in the key's environment and how much of it is used. Any key may call it; it tells nothing about who owns the account.
        """
        return self._send(Call("GET", "/api/v1/account", timeout=timeout))


class Keys:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, timeout: Optional[float] = None) -> types.ApiKeyList:
        """List the keys.

        All keys of the account, the newest first, without their values; those included that are switched off or have expired. Any valid key may list them. A production key sees the keys of both environments, a sandbox key those of the sandbox.
        """
        return self._send(Call("GET", "/api/v1/api-keys", timeout=timeout))

    def create(self, body: types.NewApiKey, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedApiKey:
        """Create a key.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Makes a key and answers its value in `apiKey`, this once: only a hash of it is kept. A key makes none that is stronger than itself: more permissions, a higher `rateLimit` or a later `expiresAt` than its own is 403 `insufficient_permission`. An account has at most 20 active keys (switched on and not expired) and keeps at most 200 in all; one more is 403 `quota_exceeded`. A sandbox key makes sandbox keys only. Unknown members are ignored.
        """
        return self._send(Call("POST", "/api/v1/api-keys", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def get(self, id: str, *, timeout: Optional[float] = None) -> types.ApiKey:
        """Get a key.

        One key without its value. Any valid key may read it; 404 for a key of another account and, with a sandbox key, for one of production.
        """
        return self._send(Call("GET", "/api/v1/api-keys/{id}", params={"id": id}, timeout=timeout))

    def update(self, id: str, body: types.ApiKeyChange, *, timeout: Optional[float] = None) -> types.ApiKey:
        """Change a key.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Changes what is sent: `name`, `description`, `isActive`, `rateLimit`, `permissions`; from the next request on. `environment` and `expiresAt` can't be changed: another value is 400 `immutable_field`. A key stronger than the calling one can't be changed, and none can be made stronger (403 `insufficient_permission`). Switching a key on counts against the 20 active ones. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
        """
        return self._send(Call("PATCH", "/api/v1/api-keys/{id}", params={"id": id}, body=body, timeout=timeout))

    def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Delete a key.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Deletes a key for good; requests with it are refused from the next one on. A key may delete itself and a stronger one.
        """
        return self._send(Call("DELETE", "/api/v1/api-keys/{id}", params={"id": id}, timeout=timeout))

    def rotate(self, id: str, body: Optional[types.ApiKeyRotation] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedApiKey:
        """Give a key a new value.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Answers the key with a new value in `apiKey`, this once; everything else of it stays. The value before goes on working for `graceSeconds` (by default it stops at once), as `previousKeyExpiresAt` says; a value before that stops with this rotation. A key stronger than the calling one can't be rotated (403 `insufficient_permission`); one that has expired is 400.
        """
        return self._send(Call("POST", "/api/v1/api-keys/{id}/rotate", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class Webhooks:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, timeout: Optional[float] = None) -> types.WebhookList:
        """List the webhooks.

        Needs `webhooks:manage`. All webhooks of this account and environment, the newest first, without their secrets and their deliveries.
        """
        return self._send(Call("GET", "/api/v1/webhooks", timeout=timeout))

    def create(self, body: types.NewWebhook, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedWebhook:
        """Create a webhook.

        Needs `webhooks:manage`. Makes a webhook that is active at once, and answers its `secret`, this once, and the same key as `signingSecret` for Standard Webhooks libraries. It gets events of the codes of the calling key's environment from now on; `filter` limits them to codes by id or tag, and `headers` are sent with each delivery. Its name must resolve to public addresses only (400 `webhook_url_not_public`). An account has at most 10 webhooks, of both environments together; one more is 403 `quota_exceeded`. Unknown members are ignored.
        """
        return self._send(Call("POST", "/api/v1/webhooks", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def get(self, id: str, *, timeout: Optional[float] = None) -> types.FullWebhook:
        """Get a webhook.

        Needs `webhooks:manage`. One webhook with its last 20 deliveries, without its secret.
        """
        return self._send(Call("GET", "/api/v1/webhooks/{id}", params={"id": id}, timeout=timeout))

    def update(self, id: str, body: types.WebhookChange, *, timeout: Optional[float] = None) -> types.Webhook:
        """Change, pause or resume a webhook.

        Needs `webhooks:manage`. Changes what is sent. `isActive: false` pauses: once it is answered no request begins, and what waited is `cancelled`. `isActive: true` resumes and clears `disabledReason`; what was missed is not sent later (poll `/api/v1/scans?since=`). Deliveries that wait go to a new `url`, never to the old one. `events` sets its event types from then on: earlier events are still sent and retried, also of a type that it no longer names. `filter` and `headers` are each replaced as a whole. A masked value keeps the stored header; with another host in `url`, stored headers are removed unless you send their values again. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
        """
        return self._send(Call("PUT", "/api/v1/webhooks/{id}", params={"id": id}, body=body, timeout=timeout))

    def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Delete a webhook.

        Needs `webhooks:manage`. Deletes a webhook and the history of its deliveries for good; once it is answered no request to it begins.
        """
        return self._send(Call("DELETE", "/api/v1/webhooks/{id}", params={"id": id}, timeout=timeout))

    def rotate_secret(self, id: str, body: Optional[types.WebhookSecretRotation] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedWebhook:
        """Give a webhook a new secret.

        Needs `webhooks:manage`. Answers the webhook with a new `secret` and `signingSecret`, this once. For `overlapSeconds`, as `previousSecretExpiresAt` says, `webhook-signature` carries a signature by each of the two; `x-webhook-signature` uses the new one from now on. A secret before that signs no longer: a second rotation ends the overlap of the first at once, so rotate again only when every receiver has the new secret.
        """
        return self._send(Call("POST", "/api/v1/webhooks/{id}/rotate-secret", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def test(self, id: str, body: Optional[types.WebhookTest] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.FullWebhookDelivery:
        """Send a test event.

        Needs `webhooks:manage`. Sends a made-up event, signed as every other, by one attempt; its body says `"test": true`. It counts in `eventCount`, and if it fails in `failureCount`, but never towards a pause. A paused webhook is 400 `validation_failed`.
        """
        return self._send(Call("POST", "/api/v1/webhooks/{id}/test", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def list_deliveries(self, id: str, *, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = None, event_type: Optional[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]] = None, timeout: Optional[float] = None) -> types.ListWebhookDeliveriesAnswer:
        """List a webhook's deliveries.

        Needs `webhooks:manage`. Deliveries of one webhook, the newest first; they are kept for 30 days, unless this service is set up otherwise. A page beyond the last is empty.
        """
        return self._send(Call("GET", "/api/v1/webhooks/{id}/deliveries", params={"id": id}, query={"page": page, "cursor": cursor, "limit": limit, "status": status, "eventType": event_type}, timeout=timeout))

    def list_all_deliveries(self, id: str, *, limit: Optional[int] = None, status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = None, event_type: Optional[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]] = None, timeout: Optional[float] = None) -> Iterator[types.WebhookDelivery]:
        """Every item of `list_deliveries`, page by page as it is asked for."""
        return read_pages(lambda limit, cursor: self.list_deliveries(id, status=status, event_type=event_type, limit=limit, cursor=cursor, timeout=timeout), limit)

    def retry_deliveries(self, id: str, body: types.BulkRetry, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.RetriedDeliveries:
        """Send failed deliveries again.

        Needs `webhooks:manage`. Makes a new delivery with one attempt for each failed one in a time range, the oldest first and at most 1,000 a call; the same call goes on where the last one ended. Left out are deliveries that were sent again already, and retries of a failed delivery in the same range: each failure is sent again once, even if that fails too. To send failed retries again, begin `since` after the deliveries that they retry. A paused webhook is 400 `validation_failed`.
        """
        return self._send(Call("POST", "/api/v1/webhooks/{id}/deliveries/retry", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    def get_delivery(self, id: str, delivery_id: str, *, timeout: Optional[float] = None) -> types.FullWebhookDelivery:
        """Get a delivery.

        Needs `webhooks:manage`. One delivery with the body that is sent, to the byte, and with what came of each attempt.
        """
        return self._send(Call("GET", "/api/v1/webhooks/{id}/deliveries/{deliveryId}", params={"id": id, "deliveryId": delivery_id}, timeout=timeout))

    def retry_delivery(self, id: str, delivery_id: str, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.FullWebhookDelivery:
        """Send a delivery again.

        Needs `webhooks:manage`. Makes a new delivery of the same event, with the same body and `webhook-id`, `retryOf` naming the old one, and one attempt; whatever became of the old one, which stays as it is. A paused webhook is 400 `validation_failed`.
        """
        return self._send(Call("POST", "/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry", params={"id": id, "deliveryId": delivery_id}, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class EventTypes:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, timeout: Optional[float] = None) -> types.EventTypeList:
        """List the event types.

        Every type of event that a webhook can subscribe to. Any key may call it; a webhook still needs `webhooks:manage`.
        """
        return self._send(Call("GET", "/api/v1/event-types", timeout=timeout))


class Events:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, after: Optional[str] = None, types: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> types.EventPage:
        """Follow the events.

        What happened to the codes of this account and environment and their scans in the last 30 days, oldest first, with the bodies that webhooks are sent; no webhook is needed. Go on with `nextCursor` and you get each event exactly once. A `scan.created` carries its code's present name and short URL, and is left out once the code is deleted. A sandbox scan with a `scannedAt` in the past is given only to readers who have not passed that time. A key with `qr:read` sees `qr.*`, one with `analytics:read` `scan.created`. At most the newest 1,000,000 `qr.*` are kept. A page that reaches the end renews a cursor older than a day, so that it does not expire while you follow; a younger one is repeated by an empty page. A cursor older than what is kept is 410 `gone`: begin again without it, or with `now`.
        """
        return self._send(Call("GET", "/api/v1/events", query={"after": after, "types": types, "limit": limit}, timeout=timeout))


class Openapi:
    def __init__(self, send: Send) -> None:
        self._send = send

    def describe_v1(self, *, timeout: Optional[float] = None) -> types.DescribeV1Answer:
        """The description of this interface.

        The OpenAPI 3.1 description of the authenticated interface. It needs no key and counts against no limit.
        """
        return self._send(Call("GET", "/api/v1/openapi.json", is_public=True, timeout=timeout))

    def describe_public_interface(self, *, timeout: Optional[float] = None) -> types.DescribePublicInterfaceAnswer:
        """This document.

        The OpenAPI 3.1 description of the public interface. Counts against no limit.
        """
        return self._send(Call("GET", "/api/public/qr-codes/openapi.json", is_public=True, timeout=timeout))


class PublicCodes:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self, *, type: Optional[Literal["url", "wifi", "contact", "text"]] = None, content: Optional[str] = None, data: Optional[str] = None, grade: Optional[Literal["true", "false"]] = None, timeout: Optional[float] = None) -> Union[types.PublicQrCode, types.PublicInterfaceDescription]:
        """Describe the interface, or generate a basic QR code.

        Without any query parameter: a description of this interface, which counts against no limit. With query parameters: generates a code with default settings (no colours, logo or frame), stores its image for 24 hours and answers as POST does. Unknown parameters are ignored; a known one sent twice is refused. `size`, `dark`, `light`, `quietZone` and `format` have no effect here, and each that is sent is answered with the warning `parameter_ignored`: `/image` takes them.
        """
        return self._send(Call("GET", "/api/public/qr-codes", query={"type": type, "content": content, "data": data, "grade": grade}, is_public=True, timeout=timeout))

    def create(self, body: types.PublicQrCodeRequest, *, grade: Optional[Literal["true", "false"]] = None, timeout: Optional[float] = None) -> types.PublicQrCode:
        """Generate a QR code.

        Draws a code, returns it as a PNG data URL and stores the image for 24 hours behind `imageUrl`. Unknown body members are ignored; a member named twice is refused. An image with a logo, shapes or colours of its own is decoded from its finished pixels before it is returned. The X-RateLimit headers tell what is left of 100 calls per hour that draw a code for one IP address (IPv6: one /64), GET, POST and pictures by address together; refused calls count, except those refused with 429.
        """
        return self._send(Call("POST", "/api/public/qr-codes", query={"grade": grade}, body=body, is_public=True, timeout=timeout))

    def get_image(self, *, type: Optional[Literal["url", "wifi", "contact", "text"]] = None, content: Optional[str] = None, data: Optional[str] = None, format: Optional[Literal["png", "svg"]] = None, size: Optional[int] = None, dark: Optional[str] = None, light: Optional[str] = None, quiet_zone: Optional[int] = None, timeout: Optional[float] = None) -> Picture:
        """A picture by its address alone.

        Answers the picture itself, for `<img src>`, `=IMAGE()` in a spreadsheet and Markdown; stores nothing. Counts as a call that draws a code, HEAD too; a request whose `If-None-Match` names the picture is 304 and does not count. A picture with colours or a small quiet zone is decoded before it is returned. Unknown parameters are ignored; a known one sent twice is refused.
        """
        return self._send(Call("GET", "/api/public/qr-codes/image", query={"type": type, "content": content, "data": data, "format": format, "size": size, "dark": dark, "light": light, "quietZone": quiet_zone}, is_public=True, is_file=True, timeout=timeout))

    def view(self, short_code: str, *, timeout: Optional[float] = None) -> Picture:
        """The image behind imageUrl.

        The very PNG that was generated, for 24 hours; afterwards 404. Counts against no limit. Caches may keep it for 24 hours from when they fetched it, so a cache can outlive the link.
        """
        return self._send(Call("GET", "/api/public/qr-codes/view/{shortCode}", params={"shortCode": short_code}, is_public=True, is_file=True, timeout=timeout))

    def get_public_image(self, file: str, *, size: Optional[int] = None, timeout: Optional[float] = None) -> Picture:
        """The public image of a stored code.

        The picture behind the `imageUrl` of a code with `publicImage`: `<short code>.png` of a dynamic code, `<id>.png` of a static one, or with `.svg`. It is 404 as soon as the code's owner switches it off, or the code is suspended or deleted. Caches may keep it for five minutes. 60 pictures are drawn in a minute for one IP address (IPv6: one /64); those that were drawn a moment ago are not counted.
        """
        return self._send(Call("GET", "/i/{file}", params={"file": file}, query={"size": size}, is_public=True, is_file=True, timeout=timeout))


class PublicGoals:
    def __init__(self, send: Send) -> None:
        self._send = send

    def record(self, body: types.NewGoal, *, timeout: Optional[float] = None) -> types.RecordedGoal:
        """Record a goal from a page.

        Record what a visitor did after a scan. The target of a code with `settings.appendScanId` is called with `qz_scan`, the scan's id; it takes goals for 30 days. A goal counts at the time of its scan, once for each scan and name: sent again it is 200 and changes nothing. A scan that is unknown, too old, of a deleted code or still being stored by another server is 404, and one that this server is still storing 503 with `Retry-After`. A body has at most 8 kB. Any origin may call it, and a body of `text/plain` is read as JSON, as a browser's beacon sends it; `/goals.js` does both. 600 calls per hour for one IP address (IPv6: one /64). Scans of the sandbox are not found here.
        """
        return self._send(Call("POST", "/api/public/goals", body=body, is_public=True, timeout=timeout))


class Resources:
    """Everything that can be asked of the service."""

    def __init__(self, send: Send) -> None:
        self.codes = Codes(send)
        self.tags = Tags(send)
        self.domains = Domains(send)
        self.scans = Scans(send)
        self.sandbox = Sandbox(send)
        self.analytics = Analytics(send)
        self.goals = Goals(send)
        self.account = Account(send)
        self.keys = Keys(send)
        self.webhooks = Webhooks(send)
        self.event_types = EventTypes(send)
        self.events = Events(send)
        self.openapi = Openapi(send)
        self.public_codes = PublicCodes(send)
        self.public_goals = PublicGoals(send)


class AsyncCodes:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, body: types.NewQrCode, *, dry_run: Optional[bool] = None, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.CreatedQrCode:
        """Create a code.

        Needs `qr:write`. Draws a code and stores it. A dynamic code holds a short URL, so that its content can be changed after printing. Its settings may bound that short URL in time and scans. A frame on a plan other than Pro is left out with a warning. With `dryRun=true` nothing is stored: the answer says what would be.
        """
        return await self._send(Call("POST", "/api/v1/qr-codes", query={"dryRun": dry_run}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def list(self, *, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, type: Optional[Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]] = None, is_dynamic: Optional[bool] = None, search: Optional[str] = None, tags: Optional[str] = None, tag_mode: Optional[Literal["any", "all"]] = None, archived: Optional[Literal["false", "true", "any"]] = None, state: Optional[Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]] = None, updated_since: Optional[str] = None, sort: Optional[Literal["createdAt", "updatedAt", "name", "scanCount"]] = None, order: Optional[Literal["asc", "desc"]] = None, timeout: Optional[float] = None) -> types.ListQrCodesAnswer:
        """List codes.

        Needs `qr:read`. A page of the codes of this account and environment, without the pictures of their logos. A page beyond the last is empty. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.
        """
        return await self._send(Call("GET", "/api/v1/qr-codes", query={"page": page, "cursor": cursor, "limit": limit, "type": type, "isDynamic": is_dynamic, "search": search, "tags": tags, "tagMode": tag_mode, "archived": archived, "state": state, "updatedSince": updated_since, "sort": sort, "order": order}, timeout=timeout))

    def list_all(self, *, limit: Optional[int] = None, type: Optional[Literal["url", "wifi", "contact", "text", "email", "sms", "vcard"]] = None, is_dynamic: Optional[bool] = None, search: Optional[str] = None, tags: Optional[str] = None, tag_mode: Optional[Literal["any", "all"]] = None, archived: Optional[Literal["false", "true", "any"]] = None, state: Optional[Literal["suspended", "off", "expired", "used_up", "scheduled", "active"]] = None, updated_since: Optional[str] = None, sort: Optional[Literal["createdAt", "updatedAt", "name", "scanCount"]] = None, order: Optional[Literal["asc", "desc"]] = None, timeout: Optional[float] = None) -> AsyncIterator[types.ListedQrCode]:
        """Every item of `list`, page by page as it is asked for."""
        return read_pages_async(lambda limit, cursor: self.list(type=type, is_dynamic=is_dynamic, search=search, tags=tags, tag_mode=tag_mode, archived=archived, state=state, updated_since=updated_since, sort=sort, order=order, limit=limit, cursor=cursor, timeout=timeout), limit)

    async def get(self, id: str, *, timeout: Optional[float] = None) -> types.StoredQrCode:
        """Get a code.

        Needs `qr:read`. The code with its scans in short.
        """
        return await self._send(Call("GET", "/api/v1/qr-codes/{id}", params={"id": id}, timeout=timeout))

    async def update(self, id: str, body: types.QrCodeChange, *, timeout: Optional[float] = None) -> types.DrawnQrCode:
        """Change a code.

        Needs `qr:write`. Changes name, content, slug, domain, tags, note, `archived`, `publicImage` and settings; what is left out stays, and a member of `settings` that is null goes back to its default. Other members are ignored, so that an answer may be sent back; `type` and `isDynamic` must then be as they are. New content on a static code warns, because what is printed does not change.
        """
        return await self._send(Call("PUT", "/api/v1/qr-codes/{id}", params={"id": id}, body=body, timeout=timeout))

    async def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Delete a code.

        Needs `qr:write`. Deletes the code and everything that belongs to it. Printed copies of a dynamic code lead nowhere then.
        """
        return await self._send(Call("DELETE", "/api/v1/qr-codes/{id}", params={"id": id}, timeout=timeout))

    async def create_many(self, body: types.BulkQrCodes, *, dry_run: Optional[bool] = None, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.BulkAnswer:
        """Create up to 100 codes.

        Needs `qr:write`. Every item is judged by itself: all valid ones are stored in one step though others fail. `created` and `errors` keep the order of the request. When the quota is reached midway, the rest is refused with `quota_exceeded`. An item whose picture can't be drawn because the service is busy is refused with `unavailable`; when none can be drawn, the call is 503. Send the same request with the same `Idempotency-Key` again and the items that are missing are created. With `dryRun=true` nothing is stored.
        """
        return await self._send(Call("POST", "/api/v1/qr-codes/bulk", query={"dryRun": dry_run}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def delete_many(self, body: types.BulkQrCodeIds, *, timeout: Optional[float] = None) -> types.BulkDeletion:
        """Delete up to 100 codes.

        Needs `qr:write`. Deletes those that exist, in one step, and names those that do not.
        """
        return await self._send(Call("DELETE", "/api/v1/qr-codes/bulk", body=body, timeout=timeout))

    async def get_image(self, id: str, *, format: Optional[Literal["png", "svg", "pdf"]] = None, size: Optional[int] = None, timeout: Optional[float] = None) -> Picture:
        """The picture of a code.

        Needs `qr:read`. The code drawn from its settings as PNG, SVG or PDF, as wide as it is stored or as `size` says. A PNG has at least the code's `minSize`; SVG and PDF have any size.
        """
        return await self._send(Call("GET", "/api/v1/qr-codes/{id}/image", params={"id": id}, query={"format": format, "size": size}, is_file=True, timeout=timeout))

    async def list_targets(self, id: str, *, timeout: Optional[float] = None) -> types.ListTargetsAnswer:
        """What a code led to.

        Needs `qr:read`. The history of where a dynamic code leads: its content, `settings.fallbackUrl` and `settings.routes` of now and the last 100 targets before, each as they were together, with the time since when and the user or key by whom. A change of any makes an entry; other settings make none. A static code has the current one alone.
        """
        return await self._send(Call("GET", "/api/v1/qr-codes/{id}/targets", params={"id": id}, timeout=timeout))

    async def restore_target(self, id: str, target_id: str, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.DrawnQrCode:
        """Lead to an earlier target again.

        Needs `qr:write`. Gives a dynamic code the content of an earlier target, and the `settings.fallbackUrl` and `settings.routes` that it had beside it or none; other settings stay. It is a change like that of PUT, with the same checks and the same answer, and stands in the history itself.
        """
        return await self._send(Call("POST", "/api/v1/qr-codes/{id}/targets/{targetId}/restore", params={"id": id, "targetId": target_id}, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def resolve(self, id: str, body: Optional[types.ResolveRequest] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.Resolution:
        """Try where a code leads.

        Needs `qr:read`. Where the code would lead a visit of this kind, and by which rule of `settings.routes`. No scan is recorded, and no query is passed.
        """
        return await self._send(Call("POST", "/api/v1/qr-codes/{id}/resolve", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def delete_goals(self, id: str, *, name: str, timeout: Optional[float] = None) -> types.DeletedGoals:
        """Delete a code's goals of one name.

        Needs `qr:write`. Deletes every goal of one name from the figures of a code, for good, and makes room for another name: anybody who has scanned the code can record goals of any name.
        """
        return await self._send(Call("DELETE", "/api/v1/qr-codes/{id}/goals", params={"id": id}, query={"name": name}, timeout=timeout))


class AsyncTags:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self, *, timeout: Optional[float] = None) -> types.TagList:
        """List the tags.

        Needs `qr:read`. All tags of this account and environment, with the codes that have each and their scans. Give a code its tags with POST or PUT.
        """
        return await self._send(Call("GET", "/api/v1/tags", timeout=timeout))

    async def rename(self, name: str, body: types.TagChange, *, timeout: Optional[float] = None) -> types.Tag:
        """Rename a tag.

        Needs `qr:write`. Gives every code of the tag the new name instead; the name of another tag merges both. Sets `updatedAt` of these codes and sends no event.
        """
        return await self._send(Call("PATCH", "/api/v1/tags/{name}", params={"name": name}, body=body, timeout=timeout))

    async def delete(self, name: str, *, timeout: Optional[float] = None) -> None:
        """Delete a tag.

        Needs `qr:write`. Takes the tag off every code that has it. Sets `updatedAt` of these codes and sends no event.
        """
        return await self._send(Call("DELETE", "/api/v1/tags/{name}", params={"name": name}, timeout=timeout))


class AsyncDomains:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self, *, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> types.DomainPage:
        """List the domains.

        Needs `qr:read`. The account's domains, the newest first. A page beyond the last is empty.
        """
        return await self._send(Call("GET", "/api/v1/domains", query={"page": page, "cursor": cursor, "limit": limit}, timeout=timeout))

    async def add(self, body: types.NewDomain, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.Domain:
        """Add a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Adds a host of your own for short URLs. Add the TXT record of `dns` to prove that it is yours, and point the host to `dns.cname`; then call verify, or wait for the next check. A domain that is not proved within 30 days is deleted. Domains per plan: Starter 1, Developer 3, Pro 5; one more is 403 `quota_exceeded`, and more than 20 a day are 429. A host that the account has is 400. Unknown members are ignored.
        """
        return await self._send(Call("POST", "/api/v1/domains", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def get(self, id: str, *, timeout: Optional[float] = None) -> types.Domain:
        """Get a domain.

        Needs `qr:read`. One domain as the last check found it.
        """
        return await self._send(Call("GET", "/api/v1/domains/{id}", params={"id": id}, timeout=timeout))

    async def update(self, id: str, body: types.DomainChange, *, timeout: Optional[float] = None) -> types.Domain:
        """Change a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Changes what is sent: `rootUrl`, `notFoundUrl`, `expiredUrl`, `isDefault`. The host can't be changed. A default must be verified and not suspended (400 `domain_not_verified`) and within the plan's number (403 `quota_exceeded`). Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
        """
        return await self._send(Call("PATCH", "/api/v1/domains/{id}", params={"id": id}, body=body, timeout=timeout))

    async def delete(self, id: str, *, move_to: Optional[str] = None, timeout: Optional[float] = None) -> None:
        """Delete a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Deletes a domain for good; the service stops answering on its host. A domain with codes or aliases is 409 `domain_in_use`, unless `moveTo` says where they go: all codes, or none where a short URL is taken there (409 `slug_taken`); aliases that are taken or not allowed there are deleted. What is printed with the host stops working once they are moved. Moving sets `updatedAt` of the codes and sends no event. A domain that the operator suspended, or on which codes are suspended, can't be deleted (409 `domain_in_use`).
        """
        return await self._send(Call("DELETE", "/api/v1/domains/{id}", params={"id": id}, query={"moveTo": move_to}, timeout=timeout))

    async def verify(self, id: str, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.Domain:
        """Verify a domain.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Asks DNS now and answers the domain as it is then, whatever `status` was found. A host that another account has verified is 409 `domain_taken` while that account's TXT record is there; without it the host moves to this account. At most 20 calls per account and hour (429).
        """
        return await self._send(Call("POST", "/api/v1/domains/{id}/verify", params={"id": id}, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def get_redirect_map(self, id: str, *, format: Optional[Literal["nginx", "caddy", "json", "csv"]] = None, timeout: Optional[float] = None) -> Picture:
        """Get a domain's redirect map.

        Needs `qr:read`. Every short URL of the domain with what it answers now, so that a server of your own can answer them instead: a configuration of nginx or Caddy, or JSON or CSV. Codes with routes, a split, a passed query, a schedule or a limit are marked, since no static file follows those. Soft-deleted codes are left out.
        """
        return await self._send(Call("GET", "/api/v1/domains/{id}/redirect-map", params={"id": id}, query={"format": format}, is_file=True, timeout=timeout))


class AsyncScans:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self, *, qr_code_id: Optional[str] = None, tag: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> types.ListScansAnswer:
        """List scans.

        Needs `analytics:read`. Scans of all codes of this account and environment, or of one, the newest first; calls of bots, link previews and prefetches are none. Poll with `since`: times rise in the order in which scans become visible, so that nothing is missed and nothing comes twice. No address of a visitor is kept. A page beyond the last is empty. IP Geolocation by [DB-IP](https://db-ip.com).
        """
        return await self._send(Call("GET", "/api/v1/scans", query={"qrCodeId": qr_code_id, "tag": tag, "since": since, "until": until, "page": page, "cursor": cursor, "limit": limit}, timeout=timeout))

    def list_all(self, *, qr_code_id: Optional[str] = None, tag: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> AsyncIterator[types.ScanEvent]:
        """Every item of `list`, page by page as it is asked for."""
        return read_pages_async(lambda limit, cursor: self.list(qr_code_id=qr_code_id, tag=tag, since=since, until=until, limit=limit, cursor=cursor, timeout=timeout), limit)


class AsyncSandbox:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create_scans(self, body: types.SandboxScans, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.CreatedScans:
        """Make scans of a sandbox code.

        Needs `qr:write`. Makes scans as if a visitor from your own address had opened the code's short URL: they are in its counts, in the list of scans and in the analytics of the sandbox. Rules by language do not apply to them. Scans of the past reach webhooks, but not a reader of the events feed who has come further. A production key gets 403 `sandbox_required`.
        """
        return await self._send(Call("POST", "/api/v1/sandbox/scans", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class AsyncAnalytics:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self, *, qr_code_id: Optional[str] = None, tag: Optional[str] = None, time_range: Optional[Literal["1h", "1d", "7d", "30d", "90d", "1y"]] = None, start_date: Optional[str] = None, end_date: Optional[str] = None, include_scans: Optional[bool] = None, timezone: Optional[str] = None, timeout: Optional[float] = None) -> types.Analytics:
        """Read analytics.

        Needs `analytics:read`. Scans of all codes of this account and environment, or of one, in a window that ends now or between two dates: totals, days, hours, weekdays, places and devices, counted in one view of the database. `dailyScans`, `hourly`, `weekly` and each of the breakdowns but `variants` add up to `totalScans`. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.
        """
        return await self._send(Call("GET", "/api/v1/analytics", query={"qrCodeId": qr_code_id, "tag": tag, "timeRange": time_range, "startDate": start_date, "endDate": end_date, "includeScans": include_scans, "timezone": timezone}, timeout=timeout))


class AsyncGoals:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def record(self, body: types.NewGoal, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.RecordedGoal:
        """Record a goal.

        Needs `qr:write`. Record what a visitor did after a scan. The target of a code with `settings.appendScanId` is called with `qz_scan`, the scan's id; it takes goals for 30 days. A goal counts at the time of its scan, once for each scan and name: sent again it is 200 and changes nothing. A scan that is unknown, too old, of a deleted code or still being stored by another server is 404, and one that this server is still storing 503 with `Retry-After`. A body has at most 8 kB. Scans of the sandbox take goals with a sandbox key.
        """
        return await self._send(Call("POST", "/api/v1/goals", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class AsyncAccount:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self, *, timeout: Optional[float] = None) -> types.Account:
        """Get plan, limits and usage.

        The plan of the key's account, what it may have in the key's environment and how much of it is used. Any key may call it; it tells nothing about who owns the account.
        """
        return await self._send(Call("GET", "/api/v1/account", timeout=timeout))


class AsyncKeys:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self, *, timeout: Optional[float] = None) -> types.ApiKeyList:
        """List the keys.

        All keys of the account, the newest first, without their values; those included that are switched off or have expired. Any valid key may list them. A production key sees the keys of both environments, a sandbox key those of the sandbox.
        """
        return await self._send(Call("GET", "/api/v1/api-keys", timeout=timeout))

    async def create(self, body: types.NewApiKey, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedApiKey:
        """Create a key.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Makes a key and answers its value in `apiKey`, this once: only a hash of it is kept. A key makes none that is stronger than itself: more permissions, a higher `rateLimit` or a later `expiresAt` than its own is 403 `insufficient_permission`. An account has at most 20 active keys (switched on and not expired) and keeps at most 200 in all; one more is 403 `quota_exceeded`. A sandbox key makes sandbox keys only. Unknown members are ignored.
        """
        return await self._send(Call("POST", "/api/v1/api-keys", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def get(self, id: str, *, timeout: Optional[float] = None) -> types.ApiKey:
        """Get a key.

        One key without its value. Any valid key may read it; 404 for a key of another account and, with a sandbox key, for one of production.
        """
        return await self._send(Call("GET", "/api/v1/api-keys/{id}", params={"id": id}, timeout=timeout))

    async def update(self, id: str, body: types.ApiKeyChange, *, timeout: Optional[float] = None) -> types.ApiKey:
        """Change a key.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Changes what is sent: `name`, `description`, `isActive`, `rateLimit`, `permissions`; from the next request on. `environment` and `expiresAt` can't be changed: another value is 400 `immutable_field`. A key stronger than the calling one can't be changed, and none can be made stronger (403 `insufficient_permission`). Switching a key on counts against the 20 active ones. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
        """
        return await self._send(Call("PATCH", "/api/v1/api-keys/{id}", params={"id": id}, body=body, timeout=timeout))

    async def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Delete a key.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Deletes a key for good; requests with it are refused from the next one on. A key may delete itself and a stronger one.
        """
        return await self._send(Call("DELETE", "/api/v1/api-keys/{id}", params={"id": id}, timeout=timeout))

    async def rotate(self, id: str, body: Optional[types.ApiKeyRotation] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedApiKey:
        """Give a key a new value.

        Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Answers the key with a new value in `apiKey`, this once; everything else of it stays. The value before goes on working for `graceSeconds` (by default it stops at once), as `previousKeyExpiresAt` says; a value before that stops with this rotation. A key stronger than the calling one can't be rotated (403 `insufficient_permission`); one that has expired is 400.
        """
        return await self._send(Call("POST", "/api/v1/api-keys/{id}/rotate", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class AsyncWebhooks:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self, *, timeout: Optional[float] = None) -> types.WebhookList:
        """List the webhooks.

        Needs `webhooks:manage`. All webhooks of this account and environment, the newest first, without their secrets and their deliveries.
        """
        return await self._send(Call("GET", "/api/v1/webhooks", timeout=timeout))

    async def create(self, body: types.NewWebhook, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedWebhook:
        """Create a webhook.

        Needs `webhooks:manage`. Makes a webhook that is active at once, and answers its `secret`, this once, and the same key as `signingSecret` for Standard Webhooks libraries. It gets events of the codes of the calling key's environment from now on; `filter` limits them to codes by id or tag, and `headers` are sent with each delivery. Its name must resolve to public addresses only (400 `webhook_url_not_public`). An account has at most 10 webhooks, of both environments together; one more is 403 `quota_exceeded`. Unknown members are ignored.
        """
        return await self._send(Call("POST", "/api/v1/webhooks", body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def get(self, id: str, *, timeout: Optional[float] = None) -> types.FullWebhook:
        """Get a webhook.

        Needs `webhooks:manage`. One webhook with its last 20 deliveries, without its secret.
        """
        return await self._send(Call("GET", "/api/v1/webhooks/{id}", params={"id": id}, timeout=timeout))

    async def update(self, id: str, body: types.WebhookChange, *, timeout: Optional[float] = None) -> types.Webhook:
        """Change, pause or resume a webhook.

        Needs `webhooks:manage`. Changes what is sent. `isActive: false` pauses: once it is answered no request begins, and what waited is `cancelled`. `isActive: true` resumes and clears `disabledReason`; what was missed is not sent later (poll `/api/v1/scans?since=`). Deliveries that wait go to a new `url`, never to the old one. `events` sets its event types from then on: earlier events are still sent and retried, also of a type that it no longer names. `filter` and `headers` are each replaced as a whole. A masked value keeps the stored header; with another host in `url`, stored headers are removed unless you send their values again. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
        """
        return await self._send(Call("PUT", "/api/v1/webhooks/{id}", params={"id": id}, body=body, timeout=timeout))

    async def delete(self, id: str, *, timeout: Optional[float] = None) -> None:
        """Delete a webhook.

        Needs `webhooks:manage`. Deletes a webhook and the history of its deliveries for good; once it is answered no request to it begins.
        """
        return await self._send(Call("DELETE", "/api/v1/webhooks/{id}", params={"id": id}, timeout=timeout))

    async def rotate_secret(self, id: str, body: Optional[types.WebhookSecretRotation] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.IssuedWebhook:
        """Give a webhook a new secret.

        Needs `webhooks:manage`. Answers the webhook with a new `secret` and `signingSecret`, this once. For `overlapSeconds`, as `previousSecretExpiresAt` says, `webhook-signature` carries a signature by each of the two; `x-webhook-signature` uses the new one from now on. A secret before that signs no longer: a second rotation ends the overlap of the first at once, so rotate again only when every receiver has the new secret.
        """
        return await self._send(Call("POST", "/api/v1/webhooks/{id}/rotate-secret", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def test(self, id: str, body: Optional[types.WebhookTest] = None, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.FullWebhookDelivery:
        """Send a test event.

        Needs `webhooks:manage`. Sends a made-up event, signed as every other, by one attempt; its body says `"test": true`. It counts in `eventCount`, and if it fails in `failureCount`, but never towards a pause. A paused webhook is 400 `validation_failed`.
        """
        return await self._send(Call("POST", "/api/v1/webhooks/{id}/test", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def list_deliveries(self, id: str, *, page: Optional[int] = None, cursor: Optional[str] = None, limit: Optional[int] = None, status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = None, event_type: Optional[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]] = None, timeout: Optional[float] = None) -> types.ListWebhookDeliveriesAnswer:
        """List a webhook's deliveries.

        Needs `webhooks:manage`. Deliveries of one webhook, the newest first; they are kept for 30 days, unless this service is set up otherwise. A page beyond the last is empty.
        """
        return await self._send(Call("GET", "/api/v1/webhooks/{id}/deliveries", params={"id": id}, query={"page": page, "cursor": cursor, "limit": limit, "status": status, "eventType": event_type}, timeout=timeout))

    def list_all_deliveries(self, id: str, *, limit: Optional[int] = None, status: Optional[Literal["pending", "retrying", "delivered", "failed", "cancelled"]] = None, event_type: Optional[Literal["scan.created", "qr.created", "qr.updated", "qr.deleted", "qr.expired", "quota.reached", "domain.failing"]] = None, timeout: Optional[float] = None) -> AsyncIterator[types.WebhookDelivery]:
        """Every item of `list_deliveries`, page by page as it is asked for."""
        return read_pages_async(lambda limit, cursor: self.list_deliveries(id, status=status, event_type=event_type, limit=limit, cursor=cursor, timeout=timeout), limit)

    async def retry_deliveries(self, id: str, body: types.BulkRetry, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.RetriedDeliveries:
        """Send failed deliveries again.

        Needs `webhooks:manage`. Makes a new delivery with one attempt for each failed one in a time range, the oldest first and at most 1,000 a call; the same call goes on where the last one ended. Left out are deliveries that were sent again already, and retries of a failed delivery in the same range: each failure is sent again once, even if that fails too. To send failed retries again, begin `since` after the deliveries that they retry. A paused webhook is 400 `validation_failed`.
        """
        return await self._send(Call("POST", "/api/v1/webhooks/{id}/deliveries/retry", params={"id": id}, body=body, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))

    async def get_delivery(self, id: str, delivery_id: str, *, timeout: Optional[float] = None) -> types.FullWebhookDelivery:
        """Get a delivery.

        Needs `webhooks:manage`. One delivery with the body that is sent, to the byte, and with what came of each attempt.
        """
        return await self._send(Call("GET", "/api/v1/webhooks/{id}/deliveries/{deliveryId}", params={"id": id, "deliveryId": delivery_id}, timeout=timeout))

    async def retry_delivery(self, id: str, delivery_id: str, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None) -> types.FullWebhookDelivery:
        """Send a delivery again.

        Needs `webhooks:manage`. Makes a new delivery of the same event, with the same body and `webhook-id`, `retryOf` naming the old one, and one attempt; whatever became of the old one, which stays as it is. A paused webhook is 400 `validation_failed`.
        """
        return await self._send(Call("POST", "/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry", params={"id": id, "deliveryId": delivery_id}, takes_idempotency_key=True, idempotency_key=idempotency_key, timeout=timeout))


class AsyncEventTypes:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self, *, timeout: Optional[float] = None) -> types.EventTypeList:
        """List the event types.

        Every type of event that a webhook can subscribe to. Any key may call it; a webhook still needs `webhooks:manage`.
        """
        return await self._send(Call("GET", "/api/v1/event-types", timeout=timeout))


class AsyncEvents:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def list(self, *, after: Optional[str] = None, types: Optional[str] = None, limit: Optional[int] = None, timeout: Optional[float] = None) -> types.EventPage:
        """Follow the events.

        What happened to the codes of this account and environment and their scans in the last 30 days, oldest first, with the bodies that webhooks are sent; no webhook is needed. Go on with `nextCursor` and you get each event exactly once. A `scan.created` carries its code's present name and short URL, and is left out once the code is deleted. A sandbox scan with a `scannedAt` in the past is given only to readers who have not passed that time. A key with `qr:read` sees `qr.*`, one with `analytics:read` `scan.created`. At most the newest 1,000,000 `qr.*` are kept. A page that reaches the end renews a cursor older than a day, so that it does not expire while you follow; a younger one is repeated by an empty page. A cursor older than what is kept is 410 `gone`: begin again without it, or with `now`.
        """
        return await self._send(Call("GET", "/api/v1/events", query={"after": after, "types": types, "limit": limit}, timeout=timeout))


class AsyncOpenapi:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def describe_v1(self, *, timeout: Optional[float] = None) -> types.DescribeV1Answer:
        """The description of this interface.

        The OpenAPI 3.1 description of the authenticated interface. It needs no key and counts against no limit.
        """
        return await self._send(Call("GET", "/api/v1/openapi.json", is_public=True, timeout=timeout))

    async def describe_public_interface(self, *, timeout: Optional[float] = None) -> types.DescribePublicInterfaceAnswer:
        """This document.

        The OpenAPI 3.1 description of the public interface. Counts against no limit.
        """
        return await self._send(Call("GET", "/api/public/qr-codes/openapi.json", is_public=True, timeout=timeout))


class AsyncPublicCodes:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self, *, type: Optional[Literal["url", "wifi", "contact", "text"]] = None, content: Optional[str] = None, data: Optional[str] = None, grade: Optional[Literal["true", "false"]] = None, timeout: Optional[float] = None) -> Union[types.PublicQrCode, types.PublicInterfaceDescription]:
        """Describe the interface, or generate a basic QR code.

        Without any query parameter: a description of this interface, which counts against no limit. With query parameters: generates a code with default settings (no colours, logo or frame), stores its image for 24 hours and answers as POST does. Unknown parameters are ignored; a known one sent twice is refused. `size`, `dark`, `light`, `quietZone` and `format` have no effect here, and each that is sent is answered with the warning `parameter_ignored`: `/image` takes them.
        """
        return await self._send(Call("GET", "/api/public/qr-codes", query={"type": type, "content": content, "data": data, "grade": grade}, is_public=True, timeout=timeout))

    async def create(self, body: types.PublicQrCodeRequest, *, grade: Optional[Literal["true", "false"]] = None, timeout: Optional[float] = None) -> types.PublicQrCode:
        """Generate a QR code.

        Draws a code, returns it as a PNG data URL and stores the image for 24 hours behind `imageUrl`. Unknown body members are ignored; a member named twice is refused. An image with a logo, shapes or colours of its own is decoded from its finished pixels before it is returned. The X-RateLimit headers tell what is left of 100 calls per hour that draw a code for one IP address (IPv6: one /64), GET, POST and pictures by address together; refused calls count, except those refused with 429.
        """
        return await self._send(Call("POST", "/api/public/qr-codes", query={"grade": grade}, body=body, is_public=True, timeout=timeout))

    async def get_image(self, *, type: Optional[Literal["url", "wifi", "contact", "text"]] = None, content: Optional[str] = None, data: Optional[str] = None, format: Optional[Literal["png", "svg"]] = None, size: Optional[int] = None, dark: Optional[str] = None, light: Optional[str] = None, quiet_zone: Optional[int] = None, timeout: Optional[float] = None) -> Picture:
        """A picture by its address alone.

        Answers the picture itself, for `<img src>`, `=IMAGE()` in a spreadsheet and Markdown; stores nothing. Counts as a call that draws a code, HEAD too; a request whose `If-None-Match` names the picture is 304 and does not count. A picture with colours or a small quiet zone is decoded before it is returned. Unknown parameters are ignored; a known one sent twice is refused.
        """
        return await self._send(Call("GET", "/api/public/qr-codes/image", query={"type": type, "content": content, "data": data, "format": format, "size": size, "dark": dark, "light": light, "quietZone": quiet_zone}, is_public=True, is_file=True, timeout=timeout))

    async def view(self, short_code: str, *, timeout: Optional[float] = None) -> Picture:
        """The image behind imageUrl.

        The very PNG that was generated, for 24 hours; afterwards 404. Counts against no limit. Caches may keep it for 24 hours from when they fetched it, so a cache can outlive the link.
        """
        return await self._send(Call("GET", "/api/public/qr-codes/view/{shortCode}", params={"shortCode": short_code}, is_public=True, is_file=True, timeout=timeout))

    async def get_public_image(self, file: str, *, size: Optional[int] = None, timeout: Optional[float] = None) -> Picture:
        """The public image of a stored code.

        The picture behind the `imageUrl` of a code with `publicImage`: `<short code>.png` of a dynamic code, `<id>.png` of a static one, or with `.svg`. It is 404 as soon as the code's owner switches it off, or the code is suspended or deleted. Caches may keep it for five minutes. 60 pictures are drawn in a minute for one IP address (IPv6: one /64); those that were drawn a moment ago are not counted.
        """
        return await self._send(Call("GET", "/i/{file}", params={"file": file}, query={"size": size}, is_public=True, is_file=True, timeout=timeout))


class AsyncPublicGoals:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def record(self, body: types.NewGoal, *, timeout: Optional[float] = None) -> types.RecordedGoal:
        """Record a goal from a page.

        Record what a visitor did after a scan. The target of a code with `settings.appendScanId` is called with `qz_scan`, the scan's id; it takes goals for 30 days. A goal counts at the time of its scan, once for each scan and name: sent again it is 200 and changes nothing. A scan that is unknown, too old, of a deleted code or still being stored by another server is 404, and one that this server is still storing 503 with `Retry-After`. A body has at most 8 kB. Any origin may call it, and a body of `text/plain` is read as JSON, as a browser's beacon sends it; `/goals.js` does both. 600 calls per hour for one IP address (IPv6: one /64). Scans of the sandbox are not found here.
        """
        return await self._send(Call("POST", "/api/public/goals", body=body, is_public=True, timeout=timeout))


class AsyncResources:
    """Everything that can be asked of the service."""

    def __init__(self, send: AsyncSend) -> None:
        self.codes = AsyncCodes(send)
        self.tags = AsyncTags(send)
        self.domains = AsyncDomains(send)
        self.scans = AsyncScans(send)
        self.sandbox = AsyncSandbox(send)
        self.analytics = AsyncAnalytics(send)
        self.goals = AsyncGoals(send)
        self.account = AsyncAccount(send)
        self.keys = AsyncKeys(send)
        self.webhooks = AsyncWebhooks(send)
        self.event_types = AsyncEventTypes(send)
        self.events = AsyncEvents(send)
        self.openapi = AsyncOpenapi(send)
        self.public_codes = AsyncPublicCodes(send)
        self.public_goals = AsyncPublicGoals(send)
