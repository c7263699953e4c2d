import { eventIdOf } from "@/lib/events";
import { isTracing, type Span, type SpanAttributes } from "@/lib/platform/traces";
import type { AttemptResult } from "./schedule";
import type { Claim } from "./schema";

/** What a trace tells of an attempt: of the address its host and port, never a path, which may hold a secret. */
export function describeClaim({ id, webhookId, eventId, attempt, url }: Claim): SpanAttributes {
  if (!isTracing()) return {};
  const { hostname, port } = new URL(url);
  return {
    "http.request.method": "POST",
    "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
    "server.address": hostname,
    "server.port": port === "" ? 443 : Number(port),
    "messaging.message.id": eventIdOf(eventId),
    "quietzone.delivery.attempt": attempt,
    "quietzone.delivery.id": id,
    "quietzone.webhook.id": webhookId,
  };
}

/** An answer that is no success is a failed attempt, as one without an answer is. */
export function describeResult(span: Span, { status, error }: AttemptResult): void {
  if (status !== null) span.set({ "http.response.status_code": status });
  if (error !== null) span.fail(status === null ? error : String(status));
}
