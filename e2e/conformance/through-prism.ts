import { inject } from "vitest";
import { findViolations } from "./prism";

/**
 * Compares every answer that the tests of this project get from the API with its description, and fails a test that gets one
 * that departs from it.
 */
const send = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await send(input, init);
  const { origin } = new URL(inject("baseUrl"));
  const url = input instanceof Request ? null : new URL(input);
  if (url?.origin !== origin) return response;
  const method = init?.method ?? "GET";
  const headers = Object.fromEntries(response.headers);
  const isJson = /json/.test(headers["content-type"] ?? "");
  const text = isJson ? await response.clone().text() : "";
  const target = url.href.slice(origin.length);
  const violations = await findViolations(method, target, { status: response.status, headers, text });
  if (violations.length === 0) return response;
  throw new Error(
    `${method} ${url.pathname} answered ${response.status}, which departs from openapi.json:\n` +
      `${violations.join("\n")}\n${text.slice(0, 1_000)}`,
  );
};
