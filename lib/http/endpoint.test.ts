import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { contractOf } from "./contract";
import { endpoint } from "./endpoint";
import type { ApiRequest } from "./exchange";
import { Router } from "./router";

vi.stubEnv("LOG_LEVEL", "silent");

const echo = contractOf({
  id: "echo",
  method: "POST",
  path: "/api/echo/{word}",
  tag: "test",
  access: "public",
  limit: "public",
  summary: "",
  description: "",
  params: z.object({ word: z.string().regex(/^[a-z]+$/) }),
  query: z.object({ loud: z.enum(["true", "false"]).optional() }),
  body: z.object({ text: z.string().max(5) }),
  success: { status: 200, description: "", json: z.object({ said: z.string() }) },
  errors: [],
});

let act: (said: string) => unknown = (said) => ({ said });

const router = new Router([
  endpoint(
    echo,
    async ({ params, query, body }) => ({
      json: act(`${params.word} ${body.text}${query.loud === "true" ? "!" : ""}`),
    }),
    {
      validate: ({ text }) =>
        text === "nonsense"
          ? [fieldError("invalid_content", { field: "text", code: "x", message: "judged" })]
          : [],
    },
  ),
]);

let clients = 0;

function ask(request: Partial<ApiRequest> & { body?: string } = {}) {
  const { body = '{"text":"hi"}', ...more } = request;
  return router.answer({
    method: "POST",
    path: "/api/echo/say",
    query: new URLSearchParams(),
    headers: { "content-type": "application/json" },
    clientAddress: `192.0.2.${clients++}`,
    requestId: "req_test",
    readBody: async () => Buffer.from(body),
    ...more,
  });
}

const jsonOf = async (answer: ReturnType<typeof ask>) => JSON.parse(String((await answer).body));

describe("endpoint", () => {
  it("passes validated input to the handler and sends its result with rate limit headers", async () => {
    act = (said) => ({ said });
    const { status, body, headers } = await ask({ query: new URLSearchParams("loud=true&other=1&other=2") });
    expect([status, body]).toEqual([200, '{"said":"say hi!"}']);
    expect(headers).toMatchObject({
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": "18",
      "Cache-Control": "no-store",
      "X-RateLimit-Limit": "100",
      "X-RateLimit-Remaining": "99",
    });
  });

  it("answers 500 without the data if the result does not match the contract", async () => {
    act = () => ({ said: 5, secret: "x" });
    expect(await jsonOf(ask())).toMatchObject({ code: "internal_error", requestId: "req_test" });
  });

  it.each([
    [new Error("SELECT secret FROM /etc/passwd"), 500, "internal_error"],
    ["a string", 500, "internal_error"],
    [undefined, 500, "internal_error"],
    [
      Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
      503,
      "unavailable",
    ],
    [Object.assign(new Error("terminating connection"), { code: "57P01" }), 503, "unavailable"],
    [Object.assign(new Error("too many"), { code: "53300" }), 503, "unavailable"],
    [new Error("timeout exceeded when trying to connect"), 503, "unavailable"],
    [new Error("Query read timeout"), 503, "unavailable"],
    [
      new Error("wrapped", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) }),
      503,
      "unavailable",
    ],
    [new AggregateError([Object.assign(new Error("x"), { code: "ECONNREFUSED" })]), 503, "unavailable"],
    [Object.assign(new Error("duplicate key"), { code: "23505" }), 500, "internal_error"],
    [Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" }), 500, "internal_error"],
  ])("answers %s with %i %s and no internals", async (thrown, status, code) => {
    act = () => {
      throw thrown;
    };
    const answer = await ask();
    const json = JSON.parse(String(answer.body));
    expect([answer.status, json.code]).toEqual([status, code]);
    expect(Object.keys(json)).toEqual(["error", "code", "hint", "docs", "requestId"]);
    expect(String(answer.body)).not.toMatch(/SELECT|passwd|ECONN|terminating|at .*:\d+/);
    expect(answer.headers["X-RateLimit-Remaining"]).toBe("99");
    if (status === 503) expect(Number(answer.headers["Retry-After"])).toBeGreaterThan(0);
  });

  it("sends the message, hint and details of a ServiceError", async () => {
    act = () => {
      throw new ServiceError("not_scannable", "It does not scan", {
        details: [{ field: "a", code: "b", message: "c", max: 3 }],
        hint: "Do this.",
      });
    };
    expect(await jsonOf(ask())).toEqual({
      error: "It does not scan",
      code: "not_scannable",
      details: [{ field: "a", code: "b", message: "c", max: 3 }],
      hint: "Do this.",
      docs: expect.stringMatching(/\/docs\/errors#not_scannable$/),
      requestId: "req_test",
    });
  });

  it("reports errors of the query, the body and the handler's validation together", async () => {
    act = (said) => ({ said });
    const json = await jsonOf(ask({ query: new URLSearchParams("loud=maybe"), body: '{"text":"nonsense"}' }));
    expect(json.code).toBe("validation_failed");
    expect(
      json.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ).toEqual(["loud not_allowed", "text too_long", "text x"]);
    expect(json.error).toBe('loud must be one of "true" and "false" (and 2 more, see details)');
  });

  it("rejects a repeated parameter of the contract", async () => {
    expect(await jsonOf(ask({ query: new URLSearchParams("loud=true&loud=true") }))).toMatchObject({
      details: [{ field: "loud", code: "repeated" }],
    });
  });

  it("answers 429 before 413, 415 and 400, without reading the body", async () => {
    act = (said) => ({ said });
    const clientAddress = "198.51.100.1";
    for (let call = 0; call < 100; call++) expect((await ask({ clientAddress })).status).toBe(200);
    let isRead = false;
    const readBody = async () => {
      isRead = true;
      return Buffer.alloc(0);
    };
    const answer = await ask({ clientAddress, headers: {}, readBody });
    expect([answer.status, isRead]).toEqual([429, false]);
    expect(Number(answer.headers["Retry-After"])).toBeGreaterThanOrEqual(1);
  });
});

describe("Router", () => {
  it.each([
    ["/api/echo/", 404],
    ["/api/echo", 404],
    ["/api/echo/say/", 404],
    ["/api/echo/say/more", 404],
    ["/api/echo//say", 404],
    ["/xapi/echo/say", 404],
    ["/api/echo/SAY", 404],
    ["/api/echo/s%61y", 200],
    ["/api/echo/say", 200],
  ])("answers %s with %i", async (path, status) => {
    act = (said) => ({ said });
    expect((await ask({ path })).status).toBe(status);
  });

  it.each(["GET", "HEAD", "TRACE", "BREW", "post", "__proto__", "constructor"])(
    "answers %s with 405 and the allowed methods",
    async (method) => {
      const { status, headers } = await ask({ method });
      expect([status, headers.Allow]).toEqual([405, "POST, OPTIONS"]);
      expect(headers["X-RateLimit-Limit"]).toBeUndefined();
    },
  );

  it("answers OPTIONS with 204, without a body or rate limit", async () => {
    const { status, body, headers } = await ask({ method: "OPTIONS" });
    expect([status, body, headers.Allow]).toEqual([204, null, "POST, OPTIONS"]);
  });
});
