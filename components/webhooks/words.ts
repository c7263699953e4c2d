import type { AttemptError, DeliveryStatus, EventKind } from "@/lib/webhooks/schema";

export const eventWords: Record<EventKind, string> = {
  "scan.created": "Somebody scans a code. By far the most frequent.",
  "qr.created": "A code is made, by hand, by a program or in bulk.",
  "qr.updated": "A code's name, target or settings change.",
  "qr.deleted": "A code is deleted, for good.",
};

export const shownKinds = Object.keys(eventWords) as EventKind[];

export const statusWords: Record<DeliveryStatus, string> = {
  pending: "Waiting",
  retrying: "Retrying",
  delivered: "Delivered",
  failed: "Failed",
  cancelled: "Cancelled",
};

export const errorWords: Record<AttemptError, { what: string; advice: string }> = {
  timeout: {
    what: "No answer within 10 seconds.",
    advice: "Answer first and work afterwards: keep the event, send 200, then do what takes long.",
  },
  dns_error: {
    what: "The address's name led nowhere.",
    advice: "Look whether the name is spelt right and its DNS records are there.",
  },
  tls_error: {
    what: "No secure connection could be made.",
    advice: "Look whether the certificate is for this name, has not run out and comes with its whole chain.",
  },
  connection_error: {
    what: "The connection was refused or broke off.",
    advice: "Look whether the server runs, listens on this port, and lets the internet in.",
  },
  address_refused: {
    what: "The address is no longer one that everybody on the internet can reach, so nothing was sent.",
    advice: "Let its name lead to public addresses only, or give the webhook another address.",
  },
  http_status: {
    what: "The server answered, but not with 2xx.",
    advice:
      "Anything from 200 to 299 takes an event. A redirect is not followed; 410 ends a delivery at once.",
  },
  protocol_error: {
    what: "What came back was not HTTP.",
    advice: "Look whether a web server listens on this port, and answers HTTP/1.1.",
  },
  lease_lost: {
    what: "Our own workers were lost 20 times over this delivery.",
    advice: "Replay it. If that fails too, write to support: it is our fault, not yours.",
  },
};

/** Errors of attempts that ended before a byte of the request was sent. */
export const unsentErrors: readonly (AttemptError | null)[] = [
  "dns_error",
  "tls_error",
  "address_refused",
  "lease_lost",
];
