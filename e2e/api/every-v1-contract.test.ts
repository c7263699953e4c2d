import { beforeAll, describe, expect, inject, it } from "vitest";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import { callV1 } from "../support/accounts";
import { exampleOf, fillPath, keyedContracts, newTenant, newTenantFor } from "../support/contract-requests";
import { sendRaw } from "../support/process/raw-http";
import { type Answer, call } from "../support/public-api";

const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const paths = [...new Set(v1Contracts.map(({ path }) => path))];
let tenant: Awaited<ReturnType<typeof newTenant>>;

beforeAll(async () => {
  tenant = await newTenant();
});

const targetOf = (path: string) => fillPath(path, tenant);
const withKey = () => ({ authorization: `Bearer ${tenant.apiKey}` });

function methodsOf(path: string): string[] {
  const methods = v1Contracts.filter((one) => one.path === path).map(({ method }) => method as string);
  return methods.includes("GET") ? [...methods, "HEAD"] : methods;
}

/** What every answer of this interface has, and what none has: it is for servers, and no cache keeps it. */
function expectV1(answer: Answer): void {
  const { headers, json } = answer;
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9A-Za-z]{20}$/);
  if (json?.requestId) expect(json.requestId).toBe(headers.get("x-request-id"));
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  expect(headers.get("set-cookie")).toBeNull();
}

describe.each(paths)("%s", (path) => {
  // On the bare socket: 405 is no operation's answer, and to a validating proxy `bulk` of another method is an id.
  it.each(allMethods.filter((method) => !methodsOf(path).includes(method)))(
    "405: %s gets Allow and is not rate limited, with or without a key",
    async (method) => {
      for (const line of ["", `Authorization: Bearer ${tenant.apiKey}\r\n`]) {
        const { status, headers, body } = await sendRaw(
          Number(new URL(inject("baseUrl")).port),
          `${method} ${targetOf(path)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${line}\r\n`,
        );
        expect(status).toBe(405);
        if (method !== "HEAD") expect(JSON.parse(body).code).toBe("method_not_allowed");
        expect(headers.allow?.split(", ").sort()).toEqual([...methodsOf(path), "OPTIONS"].sort());
        expect(headers).toMatchObject({ "cache-control": "no-store", "x-request-id": expect.any(String) });
        expect(headers["x-ratelimit-limit"]).toBeUndefined();
        expect(headers["access-control-allow-origin"]).toBeUndefined();
      }
    },
  );

  it("204: OPTIONS lists the methods and allows no other origin", async () => {
    const headers = { origin: "https://shop.example", "access-control-request-method": "POST" };
    const answer = await call(targetOf(path), { method: "OPTIONS", headers });
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
    expect(answer.headers.get("allow")?.split(", ").sort()).toEqual([...methodsOf(path), "OPTIONS"].sort());
    expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
    expectV1(answer);
  });

  it.each(["/", ".rsc", ".json", "."])("404: with %s appended is not found", async (tail) => {
    const { status, json } = await call(targetOf(path) + tail, { headers: withKey() });
    // The name of a tag may end so, and a tag can't be read.
    const isTag = path.endsWith("{name}") && tail !== "/";
    expect([status, json.code]).toEqual(isTag ? [405, "method_not_allowed"] : [404, "not_found"]);
  });

  it.each(["//", ";a=b", "%2f", "%00", "/%2e%2e", "%5c"])(
    "A7: with %s appended is rejected and not rate limited",
    async (tail) => {
      const { status, body, headers } = await sendRaw(
        Number(new URL(inject("baseUrl")).port),
        `GET ${targetOf(path)}${tail} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tenant.apiKey}\r\n\r\n`,
      );
      // The name of a tag may end with a backslash, and a tag can't be read.
      const isTag = path.endsWith("{name}") && tail === "%5c";
      const refused = isTag ? [405, "method_not_allowed"] : [400, "invalid_request"];
      expect([status, JSON.parse(body).code]).toEqual(refused);
      expect(headers["x-ratelimit-limit"]).toBeUndefined();
    },
  );
});

describe.each(keyedContracts)("$method $path", (contract) => {
  it("401: without a key, whatever else is wrong", async () => {
    const { method, path } = exampleOf(contract, tenant);
    for (const headers of [{}, { "content-type": "text/plain" }, { cookie: "next-auth.session-token=x" }]) {
      const answer = await call(path, { method, headers, ...(contract.body && { body: "{" }) });
      expect([answer.status, answer.json.code]).toEqual([401, "missing_api_key"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expectV1(answer);
    }
  });

  it("2xx: the first example succeeds, counts towards the rate limit and allows no other origin", async () => {
    const fresh = await newTenantFor(contract);
    const { method, path, body } = exampleOf(contract, fresh);
    const before = await callV1(fresh.apiKey, "GET", "/api-keys");
    const answer = await callV1(fresh.apiKey, method, path.replace("/api/v1", ""), {
      body,
      headers: { origin: "https://shop.example" },
    });
    expect(answer.status, answer.text).toBe(contract.success.status);
    expect(answer.headers.get("x-environment")).toBe(contract.isSandboxOnly ? "sandbox" : null);
    expect(answer.headers.get("x-ratelimit-limit")).toBe(contract.isSandboxOnly ? "1000" : "5000");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe(
      String(Number(before.headers.get("x-ratelimit-remaining")) - 1),
    );
    if (!("file" in contract.success)) expect(answer.headers.get("cache-control")).toBe("no-store");
    expectV1(answer);
  });
});

describe.each(v1Contracts.filter(({ method }) => method === "GET"))("HEAD $path", (contract) => {
  it("answers like GET without a body", async () => {
    const { path } = exampleOf(contract, tenant);
    const [get, head] = [
      await call(path, { headers: withKey() }),
      await call(path, { method: "HEAD", headers: withKey() }),
    ];
    expect([head.status, head.bytes.length]).toEqual([get.status, 0]);
    const steady = ({ headers }: Answer) =>
      [...headers].filter(
        ([name]) =>
          !/^(?:x-request-id|date|connection|keep-alive|x-ratelimit-(?:remaining|reset))$/.test(name),
      );
    expect(steady(head)).toEqual(steady(get));
  });
});

describe("openapi.json", () => {
  it("needs no key and is not rate limited, whatever key is sent", async () => {
    for (const headers of [{}, withKey(), { authorization: "Bearer nonsense" }]) {
      const answer = await call("/api/v1/openapi.json", { headers });
      expect([answer.status, answer.json.openapi]).toEqual([200, "3.1.0"]);
      expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
      expectV1(answer);
    }
  });
});

describe("404: unknown v1 paths answer in JSON, with or without a key", () => {
  it.each([
    "/api/v1",
    "/api/v1/",
    "/api/v1/qr-code",
    "/api/v1/QR-codes",
    "/api/v2/qr-codes",
    "/api/v1/api-keys/x/y",
  ])("%s", async (target) => {
    for (const headers of [{}, withKey()]) {
      const answer = await call(target, { headers });
      expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
      expectV1(answer);
    }
  });
});
