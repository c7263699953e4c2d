/* Made from docs/openapi by `npm run openapi`; change the contracts instead. */
import { readPages } from "../read-pages.js";
import type { Send } from "../send.js";
import type { Answer, Body, Item, Options, Picture } from "../types.js";

export class Codes {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Create a code.
   *
   * Needs `qr:write`. Draws a code and stores it. A dynamic code holds a short URL, so that its content can be changed after printing. Its settings may bound that short URL in time and scans. A frame on a plan other than Pro is left out with a warning. With `dryRun=true` nothing is stored: the answer says what would be.
   */
  create(body: Body<"createQrCode">, options?: Options<"createQrCode">): Promise<Answer<"createQrCode">> {
    return this.#send({ method: "POST", path: "/api/v1/qr-codes", body, takesIdempotencyKey: true }, options);
  }

  /**
   * List codes.
   *
   * Needs `qr:read`. A page of the codes of this account and environment, without the pictures of their logos. A page beyond the last is empty. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.
   */
  list(options?: Options<"listQrCodes">): Promise<Answer<"listQrCodes">> {
    return this.#send({ method: "GET", path: "/api/v1/qr-codes" }, options);
  }

  /** Every item of `list`, page by page as it is asked for. */
  listAll(options?: Omit<Options<"listQrCodes">, "page" | "cursor">): AsyncGenerator<Item<"listQrCodes">> {
    return readPages((page) => this.list({ ...options, ...page }), options);
  }

  /**
   * Get a code.
   *
   * Needs `qr:read`. The code with its scans in short.
   */
  get(id: string, options?: Options<"getQrCode">): Promise<Answer<"getQrCode">> {
    return this.#send({ method: "GET", path: "/api/v1/qr-codes/{id}", params: { id } }, options);
  }

  /**
   * Change a code.
   *
   * Needs `qr:write`. Changes name, content, slug, domain, tags, note, `archived`, `publicImage` and settings; what is left out stays, and a member of `settings` that is null goes back to its default. Other members are ignored, so that an answer may be sent back; `type` and `isDynamic` must then be as they are. New content on a static code warns, because what is printed does not change.
   */
  update(id: string, body: Body<"updateQrCode">, options?: Options<"updateQrCode">): Promise<Answer<"updateQrCode">> {
    return this.#send({ method: "PUT", path: "/api/v1/qr-codes/{id}", params: { id }, body }, options);
  }

  /**
   * Delete a code.
   *
   * Needs `qr:write`. Deletes the code and everything that belongs to it. Printed copies of a dynamic code lead nowhere then.
   */
  delete(id: string, options?: Options<"deleteQrCode">): Promise<Answer<"deleteQrCode">> {
    return this.#send({ method: "DELETE", path: "/api/v1/qr-codes/{id}", params: { id } }, options);
  }

  /**
   * Create up to 100 codes.
   *
   * Needs `qr:write`. Every item is judged by itself: all valid ones are stored in one step though others fail. `created` and `errors` keep the order of the request. When the quota is reached midway, the rest is refused with `quota_exceeded`. An item whose picture can't be drawn because the service is busy is refused with `unavailable`; when none can be drawn, the call is 503. Send the same request with the same `Idempotency-Key` again and the items that are missing are created. With `dryRun=true` nothing is stored.
   */
  createMany(body: Body<"createQrCodes">, options?: Options<"createQrCodes">): Promise<Answer<"createQrCodes">> {
    return this.#send({ method: "POST", path: "/api/v1/qr-codes/bulk", body, takesIdempotencyKey: true }, options);
  }

  /**
   * Delete up to 100 codes.
   *
   * Needs `qr:write`. Deletes those that exist, in one step, and names those that do not.
   */
  deleteMany(body: Body<"deleteQrCodes">, options?: Options<"deleteQrCodes">): Promise<Answer<"deleteQrCodes">> {
    return this.#send({ method: "DELETE", path: "/api/v1/qr-codes/bulk", body }, options);
  }

  /**
   * The picture of a code.
   *
   * Needs `qr:read`. The code drawn from its settings as PNG, SVG or PDF, as wide as it is stored or as `size` says. A PNG has at least the code's `minSize`; SVG and PDF have any size.
   */
  getImage(id: string, options?: Options<"getQrCodeImage">): Promise<Picture> {
    return this.#send({ method: "GET", path: "/api/v1/qr-codes/{id}/image", params: { id }, isFile: true }, options);
  }

  /**
   * What a code led to.
   *
   * Needs `qr:read`. The history of where a dynamic code leads: its content, `settings.fallbackUrl` and `settings.routes` of now and the last 100 targets before, each as they were together, with the time since when and the user or key by whom. A change of any makes an entry; other settings make none. A static code has the current one alone.
   */
  listTargets(id: string, options?: Options<"listTargets">): Promise<Answer<"listTargets">> {
    return this.#send({ method: "GET", path: "/api/v1/qr-codes/{id}/targets", params: { id } }, options);
  }

  /**
   * Lead to an earlier target again.
   *
   * Needs `qr:write`. Gives a dynamic code the content of an earlier target, and the `settings.fallbackUrl` and `settings.routes` that it had beside it or none; other settings stay. It is a change like that of PUT, with the same checks and the same answer, and stands in the history itself.
   */
  restoreTarget(id: string, targetId: string, options?: Options<"restoreTarget">): Promise<Answer<"restoreTarget">> {
    return this.#send({ method: "POST", path: "/api/v1/qr-codes/{id}/targets/{targetId}/restore", params: { id, targetId }, takesIdempotencyKey: true }, options);
  }

  /**
   * Try where a code leads.
   *
   * Needs `qr:read`. Where the code would lead a visit of this kind, and by which rule of `settings.routes`. No scan is recorded, and no query is passed.
   */
  resolve(id: string, body?: Body<"resolveQrCode">, options?: Options<"resolveQrCode">): Promise<Answer<"resolveQrCode">> {
    return this.#send({ method: "POST", path: "/api/v1/qr-codes/{id}/resolve", params: { id }, body, takesIdempotencyKey: true }, options);
  }

  /**
   * Delete a code's goals of one name.
   *
   * Needs `qr:write`. Deletes every goal of one name from the figures of a code, for good, and makes room for another name: anybody who has scanned the code can record goals of any name.
   */
  deleteGoals(id: string, options: Options<"deleteQrCodeGoals">): Promise<Answer<"deleteQrCodeGoals">> {
    return this.#send({ method: "DELETE", path: "/api/v1/qr-codes/{id}/goals", params: { id } }, options);
  }
}

export class Tags {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the tags.
   *
   * Needs `qr:read`. All tags of this account and environment, with the codes that have each and their scans. Give a code its tags with POST or PUT.
   */
  list(options?: Options<"listTags">): Promise<Answer<"listTags">> {
    return this.#send({ method: "GET", path: "/api/v1/tags" }, options);
  }

  /**
   * Rename a tag.
   *
   * Needs `qr:write`. Gives every code of the tag the new name instead; the name of another tag merges both. Sets `updatedAt` of these codes and sends no event.
   */
  rename(name: string, body: Body<"renameTag">, options?: Options<"renameTag">): Promise<Answer<"renameTag">> {
    return this.#send({ method: "PATCH", path: "/api/v1/tags/{name}", params: { name }, body }, options);
  }

  /**
   * Delete a tag.
   *
   * Needs `qr:write`. Takes the tag off every code that has it. Sets `updatedAt` of these codes and sends no event.
   */
  delete(name: string, options?: Options<"deleteTag">): Promise<Answer<"deleteTag">> {
    return this.#send({ method: "DELETE", path: "/api/v1/tags/{name}", params: { name } }, options);
  }
}

export class Domains {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the domains.
   *
   * Needs `qr:read`. The account's domains, the newest first. A page beyond the last is empty.
   */
  list(options?: Options<"listDomains">): Promise<Answer<"listDomains">> {
    return this.#send({ method: "GET", path: "/api/v1/domains" }, options);
  }

  /**
   * Add a domain.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Adds a host of your own for short URLs. Add the TXT record of `dns` to prove that it is yours, and point the host to `dns.cname`; then call verify, or wait for the next check. A domain that is not proved within 30 days is deleted. Domains per plan: Starter 1, Developer 3, Pro 5; one more is 403 `quota_exceeded`, and more than 20 a day are 429. A host that the account has is 400. Unknown members are ignored.
   */
  add(body: Body<"addDomain">, options?: Options<"addDomain">): Promise<Answer<"addDomain">> {
    return this.#send({ method: "POST", path: "/api/v1/domains", body, takesIdempotencyKey: true }, options);
  }

  /**
   * Get a domain.
   *
   * Needs `qr:read`. One domain as the last check found it.
   */
  get(id: string, options?: Options<"getDomain">): Promise<Answer<"getDomain">> {
    return this.#send({ method: "GET", path: "/api/v1/domains/{id}", params: { id } }, options);
  }

  /**
   * Change a domain.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Changes what is sent: `rootUrl`, `notFoundUrl`, `expiredUrl`, `isDefault`. The host can't be changed. A default must be verified and not suspended (400 `domain_not_verified`) and within the plan's number (403 `quota_exceeded`). Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
   */
  update(id: string, body: Body<"updateDomain">, options?: Options<"updateDomain">): Promise<Answer<"updateDomain">> {
    return this.#send({ method: "PATCH", path: "/api/v1/domains/{id}", params: { id }, body }, options);
  }

  /**
   * Delete a domain.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Deletes a domain for good; the service stops answering on its host. A domain with codes or aliases is 409 `domain_in_use`, unless `moveTo` says where they go: all codes, or none where a short URL is taken there (409 `slug_taken`); aliases that are taken or not allowed there are deleted. What is printed with the host stops working once they are moved. Moving sets `updatedAt` of the codes and sends no event. A domain that the operator suspended, or on which codes are suspended, can't be deleted (409 `domain_in_use`).
   */
  delete(id: string, options?: Options<"deleteDomain">): Promise<Answer<"deleteDomain">> {
    return this.#send({ method: "DELETE", path: "/api/v1/domains/{id}", params: { id } }, options);
  }

  /**
   * Verify a domain.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Asks DNS now and answers the domain as it is then, whatever `status` was found. A host that another account has verified is 409 `domain_taken` while that account's TXT record is there; without it the host moves to this account. At most 20 calls per account and hour (429).
   */
  verify(id: string, options?: Options<"verifyDomain">): Promise<Answer<"verifyDomain">> {
    return this.#send({ method: "POST", path: "/api/v1/domains/{id}/verify", params: { id }, takesIdempotencyKey: true }, options);
  }

  /**
   * Get a domain's redirect map.
   *
   * Needs `qr:read`. Every short URL of the domain with what it answers now, so that a server of your own can answer them instead: a configuration of nginx or Caddy, or JSON or CSV. Codes with routes, a split, a passed query, a schedule or a limit are marked, since no static file follows those. Soft-deleted codes are left out.
   */
  getRedirectMap(id: string, options?: Options<"getDomainRedirectMap">): Promise<Picture> {
    return this.#send({ method: "GET", path: "/api/v1/domains/{id}/redirect-map", params: { id }, isFile: true }, options);
  }
}

export class Scans {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List scans.
   *
   * Needs `analytics:read`. Scans of all codes of this account and environment, or of one, the newest first; calls of bots, link previews and prefetches are none. Poll with `since`: times rise in the order in which scans become visible, so that nothing is missed and nothing comes twice. No address of a visitor is kept. A page beyond the last is empty. IP Geolocation by [DB-IP](https://db-ip.com).
   */
  list(options?: Options<"listScans">): Promise<Answer<"listScans">> {
    return this.#send({ method: "GET", path: "/api/v1/scans" }, options);
  }

  /** Every item of `list`, page by page as it is asked for. */
  listAll(options?: Omit<Options<"listScans">, "page" | "cursor">): AsyncGenerator<Item<"listScans">> {
    return readPages((page) => this.list({ ...options, ...page }), options);
  }
}

export class Sandbox {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Make scans of a sandbox code.
   *
   * Needs `qr:write`. Makes scans as if a visitor from your own address had opened the code's short URL: they are in its counts, in the list of scans and in the analytics of the sandbox. Rules by language do not apply to them. Scans of the past reach webhooks, but not a reader of the events feed who has come further. A production key gets 403 `sandbox_required`.
   */
  createScans(body: Body<"createSandboxScans">, options?: Options<"createSandboxScans">): Promise<Answer<"createSandboxScans">> {
    return this.#send({ method: "POST", path: "/api/v1/sandbox/scans", body, takesIdempotencyKey: true }, options);
  }
}

export class Analytics {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Read analytics.
   *
   * Needs `analytics:read`. Scans of all codes of this account and environment, or of one, in a window that ends now or between two dates: totals, days, hours, weekdays, places and devices, counted in one view of the database. `dailyScans`, `hourly`, `weekly` and each of the breakdowns but `variants` add up to `totalScans`. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.
   */
  get(options?: Options<"getAnalytics">): Promise<Answer<"getAnalytics">> {
    return this.#send({ method: "GET", path: "/api/v1/analytics" }, options);
  }
}

export class Goals {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Record a goal.
   *
   * Needs `qr:write`. Record what a visitor did after a scan. The target of a code with `settings.appendScanId` is called with `qz_scan`, the scan's id; it takes goals for 30 days. A goal counts at the time of its scan, once for each scan and name: sent again it is 200 and changes nothing. A scan that is unknown, too old, of a deleted code or still being stored by another server is 404, and one that this server is still storing 503 with `Retry-After`. A body has at most 8 kB. Scans of the sandbox take goals with a sandbox key.
   */
  record(body: Body<"recordGoal">, options?: Options<"recordGoal">): Promise<Answer<"recordGoal">> {
    return this.#send({ method: "POST", path: "/api/v1/goals", body, takesIdempotencyKey: true }, options);
  }
}

export class Account {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Get plan, limits and usage.
   *
   * The plan of the key's account, what it may have in the key's environment and how much of it is used. Any key may call it; it tells nothing about who owns the account.
   */
  get(options?: Options<"getAccount">): Promise<Answer<"getAccount">> {
    return this.#send({ method: "GET", path: "/api/v1/account" }, options);
  }
}

export class Keys {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the keys.
   *
   * All keys of the account, the newest first, without their values; those included that are switched off or have expired. Any valid key may list them. A production key sees the keys of both environments, a sandbox key those of the sandbox.
   */
  list(options?: Options<"listApiKeys">): Promise<Answer<"listApiKeys">> {
    return this.#send({ method: "GET", path: "/api/v1/api-keys" }, options);
  }

  /**
   * Create a key.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Makes a key and answers its value in `apiKey`, this once: only a hash of it is kept. A key makes none that is stronger than itself: more permissions, a higher `rateLimit` or a later `expiresAt` than its own is 403 `insufficient_permission`. An account has at most 20 active keys (switched on and not expired) and keeps at most 200 in all; one more is 403 `quota_exceeded`. A sandbox key makes sandbox keys only. Unknown members are ignored.
   */
  create(body: Body<"createApiKey">, options?: Options<"createApiKey">): Promise<Answer<"createApiKey">> {
    return this.#send({ method: "POST", path: "/api/v1/api-keys", body, takesIdempotencyKey: true }, options);
  }

  /**
   * Get a key.
   *
   * One key without its value. Any valid key may read it; 404 for a key of another account and, with a sandbox key, for one of production.
   */
  get(id: string, options?: Options<"getApiKey">): Promise<Answer<"getApiKey">> {
    return this.#send({ method: "GET", path: "/api/v1/api-keys/{id}", params: { id } }, options);
  }

  /**
   * Change a key.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Changes what is sent: `name`, `description`, `isActive`, `rateLimit`, `permissions`; from the next request on. `environment` and `expiresAt` can't be changed: another value is 400 `immutable_field`. A key stronger than the calling one can't be changed, and none can be made stronger (403 `insufficient_permission`). Switching a key on counts against the 20 active ones. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
   */
  update(id: string, body: Body<"updateApiKey">, options?: Options<"updateApiKey">): Promise<Answer<"updateApiKey">> {
    return this.#send({ method: "PATCH", path: "/api/v1/api-keys/{id}", params: { id }, body }, options);
  }

  /**
   * Delete a key.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Deletes a key for good; requests with it are refused from the next one on. A key may delete itself and a stronger one.
   */
  delete(id: string, options?: Options<"deleteApiKey">): Promise<Answer<"deleteApiKey">> {
    return this.#send({ method: "DELETE", path: "/api/v1/api-keys/{id}", params: { id } }, options);
  }

  /**
   * Give a key a new value.
   *
   * Needs `qr:read`, `qr:write`, `analytics:read` and `webhooks:manage`. Answers the key with a new value in `apiKey`, this once; everything else of it stays. The value before goes on working for `graceSeconds` (by default it stops at once), as `previousKeyExpiresAt` says; a value before that stops with this rotation. A key stronger than the calling one can't be rotated (403 `insufficient_permission`); one that has expired is 400.
   */
  rotate(id: string, body?: Body<"rotateApiKey">, options?: Options<"rotateApiKey">): Promise<Answer<"rotateApiKey">> {
    return this.#send({ method: "POST", path: "/api/v1/api-keys/{id}/rotate", params: { id }, body, takesIdempotencyKey: true }, options);
  }
}

export class Webhooks {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the webhooks.
   *
   * Needs `webhooks:manage`. All webhooks of this account and environment, the newest first, without their secrets and their deliveries.
   */
  list(options?: Options<"listWebhooks">): Promise<Answer<"listWebhooks">> {
    return this.#send({ method: "GET", path: "/api/v1/webhooks" }, options);
  }

  /**
   * Create a webhook.
   *
   * Needs `webhooks:manage`. Makes a webhook that is active at once, and answers its `secret`, this once, and the same key as `signingSecret` for Standard Webhooks libraries. It gets events of the codes of the calling key's environment from now on; `filter` limits them to codes by id or tag, and `headers` are sent with each delivery. Its name must resolve to public addresses only (400 `webhook_url_not_public`). An account has at most 10 webhooks, of both environments together; one more is 403 `quota_exceeded`. Unknown members are ignored.
   */
  create(body: Body<"createWebhook">, options?: Options<"createWebhook">): Promise<Answer<"createWebhook">> {
    return this.#send({ method: "POST", path: "/api/v1/webhooks", body, takesIdempotencyKey: true }, options);
  }

  /**
   * Get a webhook.
   *
   * Needs `webhooks:manage`. One webhook with its last 20 deliveries, without its secret.
   */
  get(id: string, options?: Options<"getWebhook">): Promise<Answer<"getWebhook">> {
    return this.#send({ method: "GET", path: "/api/v1/webhooks/{id}", params: { id } }, options);
  }

  /**
   * Change, pause or resume a webhook.
   *
   * Needs `webhooks:manage`. Changes what is sent. `isActive: false` pauses: once it is answered no request begins, and what waited is `cancelled`. `isActive: true` resumes and clears `disabledReason`; what was missed is not sent later (poll `/api/v1/scans?since=`). Deliveries that wait go to a new `url`, never to the old one. `events` sets its event types from then on: earlier events are still sent and retried, also of a type that it no longer names. `filter` and `headers` are each replaced as a whole. A masked value keeps the stored header; with another host in `url`, stored headers are removed unless you send their values again. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.
   */
  update(id: string, body: Body<"updateWebhook">, options?: Options<"updateWebhook">): Promise<Answer<"updateWebhook">> {
    return this.#send({ method: "PUT", path: "/api/v1/webhooks/{id}", params: { id }, body }, options);
  }

  /**
   * Delete a webhook.
   *
   * Needs `webhooks:manage`. Deletes a webhook and the history of its deliveries for good; once it is answered no request to it begins.
   */
  delete(id: string, options?: Options<"deleteWebhook">): Promise<Answer<"deleteWebhook">> {
    return this.#send({ method: "DELETE", path: "/api/v1/webhooks/{id}", params: { id } }, options);
  }

  /**
   * Give a webhook a new secret.
   *
   * Needs `webhooks:manage`. Answers the webhook with a new `secret` and `signingSecret`, this once. For `overlapSeconds`, as `previousSecretExpiresAt` says, `webhook-signature` carries a signature by each of the two; `x-webhook-signature` uses the new one from now on. A secret before that signs no longer: a second rotation ends the overlap of the first at once, so rotate again only when every receiver has the new secret.
   */
  rotateSecret(id: string, body?: Body<"rotateWebhookSecret">, options?: Options<"rotateWebhookSecret">): Promise<Answer<"rotateWebhookSecret">> {
    return this.#send({ method: "POST", path: "/api/v1/webhooks/{id}/rotate-secret", params: { id }, body, takesIdempotencyKey: true }, options);
  }

  /**
   * Send a test event.
   *
   * Needs `webhooks:manage`. Sends a made-up event, signed as every other, by one attempt; its body says `"test": true`. It counts in `eventCount`, and if it fails in `failureCount`, but never towards a pause. A paused webhook is 400 `validation_failed`.
   */
  test(id: string, body?: Body<"testWebhook">, options?: Options<"testWebhook">): Promise<Answer<"testWebhook">> {
    return this.#send({ method: "POST", path: "/api/v1/webhooks/{id}/test", params: { id }, body, takesIdempotencyKey: true }, options);
  }

  /**
   * List a webhook's deliveries.
   *
   * Needs `webhooks:manage`. Deliveries of one webhook, the newest first; they are kept for 30 days, unless this service is set up otherwise. A page beyond the last is empty.
   */
  listDeliveries(id: string, options?: Options<"listWebhookDeliveries">): Promise<Answer<"listWebhookDeliveries">> {
    return this.#send({ method: "GET", path: "/api/v1/webhooks/{id}/deliveries", params: { id } }, options);
  }

  /** Every item of `listDeliveries`, page by page as it is asked for. */
  listAllDeliveries(id: string, options?: Omit<Options<"listWebhookDeliveries">, "page" | "cursor">): AsyncGenerator<Item<"listWebhookDeliveries">> {
    return readPages((page) => this.listDeliveries(id, { ...options, ...page }), options);
  }

  /**
   * Send failed deliveries again.
   *
   * Needs `webhooks:manage`. Makes a new delivery with one attempt for each failed one in a time range, the oldest first and at most 1,000 a call; the same call goes on where the last one ended. Left out are deliveries that were sent again already, and retries of a failed delivery in the same range: each failure is sent again once, even if that fails too. To send failed retries again, begin `since` after the deliveries that they retry. A paused webhook is 400 `validation_failed`.
   */
  retryDeliveries(id: string, body: Body<"retryWebhookDeliveries">, options?: Options<"retryWebhookDeliveries">): Promise<Answer<"retryWebhookDeliveries">> {
    return this.#send({ method: "POST", path: "/api/v1/webhooks/{id}/deliveries/retry", params: { id }, body, takesIdempotencyKey: true }, options);
  }

  /**
   * Get a delivery.
   *
   * Needs `webhooks:manage`. One delivery with the body that is sent, to the byte, and with what came of each attempt.
   */
  getDelivery(id: string, deliveryId: string, options?: Options<"getWebhookDelivery">): Promise<Answer<"getWebhookDelivery">> {
    return this.#send({ method: "GET", path: "/api/v1/webhooks/{id}/deliveries/{deliveryId}", params: { id, deliveryId } }, options);
  }

  /**
   * Send a delivery again.
   *
   * Needs `webhooks:manage`. Makes a new delivery of the same event, with the same body and `webhook-id`, `retryOf` naming the old one, and one attempt; whatever became of the old one, which stays as it is. A paused webhook is 400 `validation_failed`.
   */
  retryDelivery(id: string, deliveryId: string, options?: Options<"retryWebhookDelivery">): Promise<Answer<"retryWebhookDelivery">> {
    return this.#send({ method: "POST", path: "/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry", params: { id, deliveryId }, takesIdempotencyKey: true }, options);
  }
}

export class EventTypes {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * List the event types.
   *
   * Every type of event that a webhook can subscribe to. Any key may call it; a webhook still needs `webhooks:manage`.
   */
  list(options?: Options<"listEventTypes">): Promise<Answer<"listEventTypes">> {
    return this.#send({ method: "GET", path: "/api/v1/event-types" }, options);
  }
}

export class Events {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Follow the events.
   *
   * What happened to the codes of this account and environment and their scans in the last 30 days, oldest first, with the bodies that webhooks are sent; no webhook is needed. Go on with `nextCursor` and you get each event exactly once. A `scan.created` carries its code's present name and short URL, and is left out once the code is deleted. A sandbox scan with a `scannedAt` in the past is given only to readers who have not passed that time. A key with `qr:read` sees `qr.*`, one with `analytics:read` `scan.created`. At most the newest 1,000,000 `qr.*` are kept. A page that reaches the end renews a cursor older than a day, so that it does not expire while you follow; a younger one is repeated by an empty page. A cursor older than what is kept is 410 `gone`: begin again without it, or with `now`.
   */
  list(options?: Options<"listEvents">): Promise<Answer<"listEvents">> {
    return this.#send({ method: "GET", path: "/api/v1/events" }, options);
  }
}

export class Openapi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * The description of this interface.
   *
   * The OpenAPI 3.1 description of the authenticated interface. It needs no key and counts against no limit.
   */
  describeV1(options?: Options<"describeV1">): Promise<Answer<"describeV1">> {
    return this.#send({ method: "GET", path: "/api/v1/openapi.json", isPublic: true }, options);
  }

  /**
   * This document.
   *
   * The OpenAPI 3.1 description of the public interface. Counts against no limit.
   */
  describePublicInterface(options?: Options<"describePublicInterface">): Promise<Answer<"describePublicInterface">> {
    return this.#send({ method: "GET", path: "/api/public/qr-codes/openapi.json", isPublic: true }, options);
  }
}

export class PublicCodes {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Describe the interface, or generate a basic QR code.
   *
   * Without any query parameter: a description of this interface, which counts against no limit. With query parameters: generates a code with default settings (no colours, logo or frame), stores its image for 24 hours and answers as POST does. Unknown parameters are ignored; a known one sent twice is refused. `size`, `dark`, `light`, `quietZone` and `format` have no effect here, and each that is sent is answered with the warning `parameter_ignored`: `/image` takes them.
   */
  get(options?: Options<"getPublicQrCode">): Promise<Answer<"getPublicQrCode">> {
    return this.#send({ method: "GET", path: "/api/public/qr-codes", isPublic: true }, options);
  }

  /**
   * Generate a QR code.
   *
   * Draws a code, returns it as a PNG data URL and stores the image for 24 hours behind `imageUrl`. Unknown body members are ignored; a member named twice is refused. An image with a logo, shapes or colours of its own is decoded from its finished pixels before it is returned. The X-RateLimit headers tell what is left of 100 calls per hour that draw a code for one IP address (IPv6: one /64), GET, POST and pictures by address together; refused calls count, except those refused with 429.
   */
  create(body: Body<"createPublicQrCode">, options?: Options<"createPublicQrCode">): Promise<Answer<"createPublicQrCode">> {
    return this.#send({ method: "POST", path: "/api/public/qr-codes", body, isPublic: true }, options);
  }

  /**
   * A picture by its address alone.
   *
   * Answers the picture itself, for `<img src>`, `=IMAGE()` in a spreadsheet and Markdown; stores nothing. Counts as a call that draws a code, HEAD too; a request whose `If-None-Match` names the picture is 304 and does not count. A picture with colours or a small quiet zone is decoded before it is returned. Unknown parameters are ignored; a known one sent twice is refused.
   */
  getImage(options?: Options<"getPublicQrCodeImage">): Promise<Picture> {
    return this.#send({ method: "GET", path: "/api/public/qr-codes/image", isPublic: true, isFile: true }, options);
  }

  /**
   * The image behind imageUrl.
   *
   * The very PNG that was generated, for 24 hours; afterwards 404. Counts against no limit. Caches may keep it for 24 hours from when they fetched it, so a cache can outlive the link.
   */
  view(shortCode: string, options?: Options<"viewPublicQrCode">): Promise<Picture> {
    return this.#send({ method: "GET", path: "/api/public/qr-codes/view/{shortCode}", params: { shortCode }, isPublic: true, isFile: true }, options);
  }

  /**
   * The public image of a stored code.
   *
   * The picture behind the `imageUrl` of a code with `publicImage`: `<short code>.png` of a dynamic code, `<id>.png` of a static one, or with `.svg`. It is 404 as soon as the code's owner switches it off, or the code is suspended or deleted. Caches may keep it for five minutes. 60 pictures are drawn in a minute for one IP address (IPv6: one /64); those that were drawn a moment ago are not counted.
   */
  getPublicImage(file: string, options?: Options<"getPublicImage">): Promise<Picture> {
    return this.#send({ method: "GET", path: "/i/{file}", params: { file }, isPublic: true, isFile: true }, options);
  }
}

export class PublicGoals {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Record a goal from a page.
   *
   * Record what a visitor did after a scan. The target of a code with `settings.appendScanId` is called with `qz_scan`, the scan's id; it takes goals for 30 days. A goal counts at the time of its scan, once for each scan and name: sent again it is 200 and changes nothing. A scan that is unknown, too old, of a deleted code or still being stored by another server is 404, and one that this server is still storing 503 with `Retry-After`. A body has at most 8 kB. Any origin may call it, and a body of `text/plain` is read as JSON, as a browser's beacon sends it; `/goals.js` does both. 600 calls per hour for one IP address (IPv6: one /64). Scans of the sandbox are not found here.
   */
  record(body: Body<"recordPublicGoal">, options?: Options<"recordPublicGoal">): Promise<Answer<"recordPublicGoal">> {
    return this.#send({ method: "POST", path: "/api/public/goals", body, isPublic: true }, options);
  }
}

/** Everything that can be asked of the service. */
export class Resources {
  readonly codes: Codes;
  readonly tags: Tags;
  readonly domains: Domains;
  readonly scans: Scans;
  readonly sandbox: Sandbox;
  readonly analytics: Analytics;
  readonly goals: Goals;
  readonly account: Account;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  readonly eventTypes: EventTypes;
  readonly events: Events;
  readonly openapi: Openapi;
  readonly publicCodes: PublicCodes;
  readonly publicGoals: PublicGoals;

  constructor(send: Send) {
    this.codes = new Codes(send);
    this.tags = new Tags(send);
    this.domains = new Domains(send);
    this.scans = new Scans(send);
    this.sandbox = new Sandbox(send);
    this.analytics = new Analytics(send);
    this.goals = new Goals(send);
    this.account = new Account(send);
    this.keys = new Keys(send);
    this.webhooks = new Webhooks(send);
    this.eventTypes = new EventTypes(send);
    this.events = new Events(send);
    this.openapi = new Openapi(send);
    this.publicCodes = new PublicCodes(send);
    this.publicGoals = new PublicGoals(send);
  }
}
