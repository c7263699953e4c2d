import type { Permission } from "@/lib/accounts/schema";

/** What a webhook can subscribe to (service.md, Events). */
export const eventKinds = [
  "scan.created",
  "qr.created",
  "qr.updated",
  "qr.deleted",
  "qr.expired",
  "quota.reached",
  "domain.failing",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** When each is sent, and the permission that the same data needs elsewhere in the API. */
export const eventTypes: Record<EventKind, { description: string; permission: Permission }> = {
  "scan.created": { description: "A code is scanned", permission: "analytics:read" },
  "qr.created": { description: "A code is created", permission: "qr:read" },
  "qr.updated": {
    description:
      "A code's name, content, slug, domain, settings, tags, note, archived state or public image changes",
    permission: "qr:read",
  },
  "qr.deleted": { description: "A code is deleted", permission: "qr:read" },
  "qr.expired": {
    description: "A code's `expiresAt` has passed, or it had the last scan of its `maxScans`",
    permission: "qr:read",
  },
  "quota.reached": {
    description:
      "The plan's codes, dynamic codes or scans of the month are used up in production; each at most once a month",
    permission: "qr:read",
  },
  "domain.failing": {
    description:
      "A domain's TXT record was gone in three daily checks, or another account has verified its host",
    permission: "qr:read",
  },
};

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
