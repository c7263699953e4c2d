import type { Attributes } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-node";

/** Libraries whose spans are made at all; others' are passed over, and what they do belongs to the span around it. */
export const nextScope = "next.js";
export const ownScope = "quietzone";

/** Everything that a span may tell. None of it comes from a visitor, a customer's content or a query. */
const told = new Set([
  "db.query.summary",
  "db.response.returned_rows",
  "db.response.status_code",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.request.resend_count",
  "http.response.status_code",
  "http.route",
  "messaging.destination.name",
  "messaging.message.id",
  "messaging.operation.name",
  "messaging.operation.type",
  "messaging.system",
  "next.route",
  "next.span_type",
  "quietzone.batch.size",
  "quietzone.deliveries",
  "quietzone.delivery.attempt",
  "quietzone.delivery.id",
  "quietzone.delivery.status",
  "quietzone.operation",
  "quietzone.picture.format",
  "quietzone.picture.graded",
  "quietzone.request_id",
  "quietzone.webhook.id",
  "server.address",
  "server.port",
  "url.scheme",
]);

const plainWord = /^[\w.-]{1,64}$/;

function pickAttributes(attributes: Attributes): Attributes {
  const picked: Attributes = {};
  for (const name in attributes) {
    if (told.has(name)) picked[name] = attributes[name];
  }
  const errorType = picked["error.type"];
  if (errorType !== undefined && !plainWord.test(String(errorType))) picked["error.type"] = "other";
  return picked;
}

/** Next names its spans by raw addresses where it knows no route. */
function nameOf({ name, instrumentationScope }: ReadableSpan, attributes: Attributes): string {
  if (instrumentationScope.name === ownScope) return name;
  const { "next.span_type": type = "span", "next.route": route } = attributes;
  return route === undefined ? String(type) : `${type} ${route}`;
}

/**
 * A span as it leaves the process: attributes of the list above, a status without its message, and no events, since those
 * are errors with their messages.
 */
export function cleanSpan(span: ReadableSpan): ReadableSpan {
  const attributes = pickAttributes(span.attributes);
  return Object.create(span, {
    name: { value: nameOf(span, attributes) },
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}
