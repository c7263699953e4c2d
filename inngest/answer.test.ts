import { describe, expect, it, vi } from "vitest";

vi.stubEnv("LOG_LEVEL", "silent");
vi.stubEnv("INNGEST_DEV", "http://127.0.0.1:9");
vi.stubEnv("DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/nothing");
const { answerInngest } = await import("./answer");

const address = "https://qr.example.com/api/inngest";
const query = "?fnId=quietzone-deliver-webhook&stepId=step";

function call(method: string, body?: string, search = "", headers: Record<string, string> = {}) {
  const sent = { method, headers, ...(body === undefined ? {} : { body }) };
  return answerInngest(new Request(`${address}${search}`, sent));
}

describe("an invalid Inngest request", () => {
  const problems = (code: string) => ({ code, requestId: expect.stringMatching(/^req_\w+$/) });

  it.each([
    ["POST", "{"],
    ["POST", ""],
    ["POST", "[]"],
    ["POST", "null"],
    ["POST", '"{}"'],
    ["POST", "[".repeat(200_000)],
    ["PUT", "{"],
    ["PUT", " "],
    ["PUT", "1"],
  ])("by %s with the body %.10j gets 400 in the API's error format", async (method, body) => {
    const response = await call(method, body, query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(problems("invalid_request"));
  });

  it("keeps a well-formed x-request-id and replaces any other", async () => {
    const idBy = async (id: string) => {
      const response = await call("POST", "{", query, { "x-request-id": id });
      const { requestId } = await response.json();
      expect(response.headers.get("x-request-id")).toBe(requestId);
      return requestId;
    };
    expect(await idBy("req_AbC123")).toBe("req_AbC123");
    expect(await idBy("of-somebody")).toMatch(/^req_\w{20}$/);
  });

  it("of 9 MiB gets 413", async () => {
    const response = await call("POST", "x".repeat(9 * 1024 * 1024), query);
    expect([response.status, await response.json()]).toMatchObject([413, problems("payload_too_large")]);
  });

  it.each(["DELETE", "PATCH", "OPTIONS"])("by %s gets 405 with an Allow header", async (method) => {
    const response = await call(method);
    expect(response.headers.get("allow")).toBe("GET, HEAD, POST, PUT");
    expect([response.status, await response.json()]).toMatchObject([405, problems("method_not_allowed")]);
  });
});

describe("an error sent to a dev server", () => {
  const event = {
    name: "quietzone/delivery.due",
    data: {
      deliveryId: "01900000-0000-7000-8000-000000000002",
      webhookId: "01900000-0000-7000-8000-000000000003",
    },
  };
  const tick = { name: "inngest/scheduled.timer", data: {} };
  const bodyOf = (told: object) =>
    JSON.stringify({ event: told, events: [told], steps: {}, ctx: { run_id: "r", attempt: 0 } });

  it.each([
    ["of an unknown function", "{}", "?fnId=nosuch&stepId=step", /nosuch/],
    ["of a call without an event", "{}", query, /./],
    ["of a function", bodyOf({ ...event, data: { deliveryId: "none" } }), query, /deliveryId/],
    ["of a step", bodyOf(tick), "?fnId=quietzone-sweep&stepId=step", /delete-soft-deleted/],
  ])("%s contains no file paths", async (_, body, search, said) => {
    const text = await (await call("POST", body, search)).text();
    expect(text).toMatch(said);
    expect(text).toContain('"__serialized":true');
    expect(text).not.toMatch(/file:|node_modules|[/\\]inngest[/\\]|\.ts:|\.js:| {4}at /);
  });
});
