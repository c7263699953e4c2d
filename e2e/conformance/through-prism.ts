import { inject } from "vitest";
import { violationsHeader } from "./validating-proxy";

/**
 * Sends what the tests of this project ask of the API through Prism, whichever way they ask it, and fails whoever gets an
 * answer that departs from its description. A body that streams goes straight to the service, because Prism would take
 * all of it first.
 */
const send = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const service = new URL(inject("baseUrl"));
  const url = input instanceof Request ? null : new URL(input);
  if (url?.origin !== service.origin || init?.body instanceof ReadableStream) return send(input, init);
  const headers = new Headers(init?.headers);
  if (!headers.has("host")) headers.set("host", service.host);
  const validated = inject("validatedOrigin") + url.href.slice(service.origin.length);
  const response = await send(validated, { ...init, headers });
  const violations = response.headers.get(violationsHeader);
  if (violations === null) return response;
  const text = await response.text();
  throw new Error(
    `${init?.method ?? "GET"} ${url.pathname} answered ${response.status}, which departs from openapi.json:\n` +
      `${decodeURIComponent(violations)}\n${text.slice(0, 1_000)}`,
  );
};
