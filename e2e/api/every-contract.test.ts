import { describe, expect, inject, it } from "vitest";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { sendRaw } from "../support/process/raw-http";
import { call } from "../support/public-api";

const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const paths = [...new Set(publicContracts.map((contract) => contract.path))];
const concrete = (template: string) => template.replace("{shortCode}", "aZ09bY18cX27");

function methodsOf(path: string): string[] {
  const methods = publicContracts
    .filter((contract) => contract.path === path)
    .map(({ method }) => method as string);
  return methods.includes("GET") ? [...methods, "HEAD"] : methods;
}

describe.each(paths)("%s", (path) => {
  const target = concrete(path);

  it.each(allMethods.filter((method) => !methodsOf(path).includes(method)))(
    "405: %s gets Allow, is not rate limited and is readable from any origin",
    async (method) => {
      const { status, json, bytes, headers } = await call(target, { method });
      expect(status).toBe(405);
      const told = { code: "method_not_allowed", requestId: headers.get("x-request-id") };
      if (method === "HEAD") expect(bytes).toHaveLength(0);
      else expect(json).toMatchObject(told);
      expect(headers.get("allow")?.split(", ").sort()).toEqual([...methodsOf(path), "OPTIONS"].sort());
      expect(headers.get("x-ratelimit-limit")).toBeNull();
      expect(headers.get("access-control-allow-origin")).toBe("*");
    },
  );

  it("204: OPTIONS lists what browsers may send and is not rate limited", async () => {
    const { status, bytes, headers } = await call(target, {
      method: "OPTIONS",
      headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
    });
    expect([status, bytes.length]).toEqual([204, 0]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, OPTIONS");
    expect(headers.get("access-control-allow-headers")).toBe("content-type");
    expect(headers.get("access-control-max-age")).toBe("86400");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("x-ratelimit-limit")).toBeNull();
  });

  it.each(allMethods)(
    "%s: exposes its headers to any other origin and carries a request id",
    async (method) => {
      const { headers, json } = await call(target, { method, headers: { origin: "https://shop.example" } });
      const exposed = headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(
        expect.arrayContaining([
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-RateLimit-Reset",
          "Retry-After",
          "X-Request-Id",
        ]),
      );
      expect(exposed).toEqual(expect.arrayContaining(["X-QR-Type", "X-QR-Content", "X-QR-Content-Encoding"]));
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("x-request-id")).toMatch(/^req_/);
      if (json?.requestId) expect(json.requestId).toBe(headers.get("x-request-id"));
    },
  );

  it.each(["/", "/x", ".rsc", ".json", "."])(
    "404: with %s appended is not found and not rate limited",
    async (tail) => {
      const { status, json, headers } = await call(`${target}${tail}`);
      expect([status, json.code]).toEqual([404, "not_found"]);
      expect(headers.get("x-ratelimit-limit")).toBeNull();
    },
  );

  it.each(["//", ";a=b", "%2f", "%00", "/%2e%2e", "%5c"])(
    "A7: with %s appended is rejected and not rate limited",
    async (tail) => {
      // On the bare socket: a client's URL would resolve dot segments before they are sent.
      const { status, body, headers } = await sendRaw(
        Number(new URL(inject("baseUrl")).port),
        `GET ${target}${tail} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      );
      expect([status, JSON.parse(body).code]).toEqual([400, "invalid_request"]);
      expect(headers["x-ratelimit-limit"]).toBeUndefined();
    },
  );
});

describe("A7: other spellings of a public path", () => {
  it.each([
    "/api//public/qr-codes",
    "//api/public/qr-codes",
    "/api/public%2fqr-codes",
    "/api/public/qr%2dcodes",
  ])("%s is rejected in JSON", async (target) => {
    const { status, json } = await call(new URL(inject("baseUrl")).origin + target);
    expect([400, 404]).toContain(status);
    expect(["invalid_request", "not_found"]).toContain(json.code);
  });
});

describe("404: unknown paths answer in JSON", () => {
  it.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/public",
    "/api/public/",
    "/api/public/qr-code",
    "/api/public/QR-codes",
    "/api/public/qr-codes/view",
    "/api/public/qr-codes/view/",
    "/api/public/qr-codes/view/aZ09bY18cX27/more",
    "/api/v1/nothing",
  ])("%s", async (target) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, json, headers } = await call(target, { method });
      expect(status).toBe(404);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(json).toMatchObject({
        error: expect.any(String),
        code: "not_found",
        docs: expect.stringContaining("/docs/errors#not_found"),
      });
    }
  });
});
