/** What a webhook can subscribe to (service.md, Events). */
export const eventKinds = ["scan.created", "qr.created", "qr.updated", "qr.deleted"] as const;
export type EventKind = (typeof eventKinds)[number];

/** `pending` → `delivered` or `retrying` → `delivered` or `failed`; open ones are `cancelled` by a pause or a deletion. */
export const deliveryStatuses = ["pending", "retrying", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why an attempt failed; `http_status`: it was answered, but not with 2xx. */
export const attemptErrors = [
  "timeout",
  "dns_error",
  "tls_error",
  "connection_error",
  "address_refused",
  "http_status",
  "protocol_error",
  "lease_lost",
] as const;
export type AttemptError = (typeof attemptErrors)[number];
