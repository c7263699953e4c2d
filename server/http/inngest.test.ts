import { describe, expect, it } from "vitest";
import { parseNetwork } from "@/lib/platform/ip-address";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { expectProblem, openFront, writeRequest } from "../../e2e/support/process/test-front";

const settings = {
  isBaseUrlSet: true,
  baseUrl: "https://qr.example.com",
  baseUrlAliases: ["app:3000"],
  trustedProxies: [parseNetwork("127.0.0.2")].filter((network) => network !== null),
  inngest: {
    eventKey: "k",
    signingKey: "signkey-test-00",
    signingKeyFallback: undefined,
    baseUrl: undefined,
    isDev: false,
    concurrency: 64,
  },
};

/** Next tells what reached it, the body by its bytes. */
const front = openFront({
  settings,
  async servePage(request, response) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    const body = Buffer.concat(chunks).toString("base64");
    response.statusCode = 206;
    response.setHeader("X-Inngest-No-Retry", "false").setHeader("Retry-After", "5");
    response.end(JSON.stringify({ method, url, headers, body }));
  },
});
const without = openFront();
const path = "/api/inngest?fnId=quietzone-deliver-webhook&stepId=step";

const call = (method: string, headers: Record<string, string> = {}, body = "", from = "127.0.0.1") => {
  const length = body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return sendRaw(front.port, writeRequest(`${method} ${path}`, { ...length, ...headers }, body), 0, from);
};

describe("/api/inngest", () => {
  it.each(["GET", "PUT", "POST"])(
    "passes %s on to Next unchanged, and returns its response",
    async (method) => {
      const own = {
        "X-Inngest-Signature": "t=1&s=00",
        "X-Inngest-Server-Kind": "cloud",
        "X-Inngest-Sync-Kind": "in_band",
        "X-Inngest-Req-Version": "2",
        "X-Run-ID": "01RUN",
        Traceparent: "00-1-1-00",
        "User-Agent": "Go-http-client/1.1",
      };
      const text = '{"ctx": {"run_id":"1"} , "é": "\\u2028"}\n';
      const answer = await call(method, own, method === "GET" ? "" : text);
      expect(answer.status).toBe(206);
      expect(answer.headers).toMatchObject({ "x-inngest-no-retry": "false", "retry-after": "5" });
      expect(answer.headers["x-request-id"]).toMatch(/^req_/);
      const seen = JSON.parse(answer.body);
      expect([seen.method, seen.url]).toEqual([method, path]);
      if (method !== "GET") expect(Buffer.from(seen.body, "base64").toString("utf8")).toBe(text);
      for (const [name, value] of Object.entries(own)) expect(seen.headers[name.toLowerCase()]).toBe(value);
    },
  );

  it("needs no same-origin check", async () => {
    const answer = await call(
      "POST",
      { Origin: "https://app.inngest.com", "Sec-Fetch-Site": "cross-site" },
      "{}",
    );
    expect(answer.status).toBe(206);
  });

  it("accepts chunked bodies and 5 MiB, and answers 413 to 9 MiB", async () => {
    const chunked = writeRequest(
      `POST ${path}`,
      { "Transfer-Encoding": "chunked" },
      "3\r\n{}\n\r\n0\r\n\r\n",
    );
    const { body } = await sendRaw(front.port, chunked);
    expect(Buffer.from(JSON.parse(body).body, "base64").toString()).toBe("{}\n");
    const large = "x".repeat(5 * 1024 * 1024);
    const answer = await call("POST", {}, large);
    expect(Buffer.from(JSON.parse(answer.body).body, "base64").length).toBe(large.length);
    const length = { "Content-Length": String(9 * 1024 * 1024) };
    expectProblem(await sendRaw(front.port, writeRequest(`POST ${path}`, length)), 413, "payload_too_large");
  });

  it.each(["DELETE", "PATCH", "OPTIONS"])("answers %s with 405 and Allow", async (method) => {
    const answer = await call(method);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD, POST, PUT");
  });

  it("A11: rejects an unknown host", async () => {
    expectProblem(await call("PUT", { Host: "evil.example" }), 421, "misdirected_request");
  });

  it("A12: drops Next's internal headers and forged client addresses", async () => {
    const forged = {
      "X-Middleware-Subrequest": "proxy",
      "X-Forwarded-For": "192.0.2.1",
      "X-Real-IP": "192.0.2.1",
    };
    const { headers } = JSON.parse((await call("POST", forged, "{}")).body);
    expect(headers["x-middleware-subrequest"]).toBeUndefined();
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
  });
});

it("/api/inngest belongs to the API if Inngest is not configured", async () => {
  for (const method of ["GET", "PUT", "POST"]) {
    const { body } = await sendRaw(without.port, writeRequest(`${method} ${path}`));
    expect(JSON.parse(body)).toMatchObject({ method, path: "/api/inngest" });
  }
});
