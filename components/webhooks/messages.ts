import type { AttemptError, DeliveryStatus, EventKind } from "@/lib/webhooks/schema";

export const eventLabels: Record<EventKind, string> = {
  "scan.created": "Someone scans a code. By far the most frequent.",
  "qr.created": "A code is created, by hand, by a program or in bulk.",
  "qr.updated": "A code's name, target, short link, settings, tags, note, archive or public image changes.",
  "qr.deleted": "A code is permanently deleted.",
  "qr.expired": "A code expires or reaches its scan limit.",
  "quota.reached":
    "You reach your plan's limit for codes or scans. Sent at most once a month for each limit.",
  "domain.failing": "A domain's TXT record is gone.",
};

export const shownKinds = Object.keys(eventLabels) as EventKind[];

export const statusLabels: Record<DeliveryStatus, string> = {
  pending: "Waiting",
  retrying: "Retrying",
  delivered: "Delivered",
  failed: "Failed",
  cancelled: "Cancelled",
};

export const errorMessages: Record<AttemptError, { what: string; advice: string }> = {
  timeout: {
    what: "No answer within 10 seconds.",
    advice: "Respond first: store the event, return 200, then do the slow work.",
  },
  dns_error: {
    what: "The address's name couldn't be resolved.",
    advice: "Check the spelling of the name and its DNS records.",
  },
  tls_error: {
    what: "No secure connection was possible.",
    advice: "Check that the certificate is for this name, hasn't expired and comes with its full chain.",
  },
  connection_error: {
    what: "The connection was refused or dropped.",
    advice: "Check that the server runs, listens on this port and is open to the internet.",
  },
  address_refused: {
    what: "The address is no longer reachable from the internet, so nothing was sent.",
    advice: "Make its name resolve to public addresses only, or change the webhook's address.",
  },
  http_status: {
    what: "The server answered, but not with 2xx.",
    advice: "200 to 299 accepts an event. Redirects aren't followed; 410 ends a delivery immediately.",
  },
  protocol_error: {
    what: "The answer wasn't HTTP.",
    advice: "Check that a web server listens on this port and speaks HTTP/1.1.",
  },
  lease_lost: {
    what: "Our own workers failed 20 times on this delivery.",
    advice: "Replay it. If that fails too, contact support: it's our fault, not yours.",
  },
};

/** Errors of attempts that ended before a byte of the request was sent. */
export const unsentErrors: readonly (AttemptError | null)[] = [
  "dns_error",
  "tls_error",
  "address_refused",
  "lease_lost",
];
