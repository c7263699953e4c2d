import { once } from "node:events";
import { afterAll, beforeAll, expect } from "vitest";
import { parseNetwork } from "@/lib/platform/ip-address";
import { createFront, type FrontOptions } from "@/server/http";
import type { RawAnswer } from "./raw-http";

export const limitBytes = 1024 * 1024;
const requestTimeoutMs = 400;

/** An API and pages that tell what reached them. */
const options: FrontOptions = {
  settings: {
    isBaseUrlSet: true,
    baseUrl: "https://qr.example.com",
    baseUrlAliases: [],
    trustedProxies: [parseNetwork("127.0.0.2")].filter((network) => network !== null),
    geoCountryHeader: "cf-ipcountry",
    geoCityHeader: "x-geo-city",
  },
  requestTimeoutMs,
  isDevelopment: false,
  answerOwn: () => null,
  async answerVisit({ path, headers, clientAddress }) {
    const body = JSON.stringify({ path, headers, clientAddress });
    return { status: 200, headers: { "Content-Length": String(Buffer.byteLength(body)) }, body };
  },
  async answerApi({ method, path, rawQuery, headers, clientAddress, requestId, readBody }) {
    const bytes = method === "POST" && path === "/api/echo" ? await readBody(limitBytes) : new Uint8Array();
    const body = JSON.stringify({ method, path, rawQuery, headers, clientAddress, length: bytes.length });
    const sent = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
    return { status: 200, headers: { ...sent, "X-Request-Id": requestId }, body };
  },
  async servePage(request, response) {
    let length = 0;
    for await (const chunk of request) length += (chunk as Buffer).length;
    const { method, url, headers } = request;
    response.end(JSON.stringify(method === "POST" ? { method, url, headers, length } : headers));
  },
};

/** A front for the tests of one file; `port` is known once they run. */
export function openFront(more: Partial<FrontOptions> = {}): { port: number } {
  const front = createFront({ ...options, ...more });
  const address = { port: 0 };
  beforeAll(async () => {
    front.server.listen(0, "127.0.0.1");
    await once(front.server, "listening");
    address.port = (front.server.address() as { port: number }).port;
  });
  afterAll(() => {
    front.server.close();
    front.server.closeAllConnections();
  });
  return address;
}

/** The head of a request, and a body; a header given here replaces the usual one. */
export function writeRequest(line: string, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries({ Host: "qr.example.com", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** An error body of decisions §4 with what every answer of the service carries. */
export function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  expect(body).toMatchObject({
    code,
    error: expect.any(String),
    docs: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
  });
  expect(answer.headers["x-request-id"]).toBe(body.requestId);
  expect(body.requestId).toMatch(/^req_/);
  expect(answer.headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
}
