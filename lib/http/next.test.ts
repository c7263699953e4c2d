import { describe, expect, it, vi } from "vitest";

vi.stubEnv("BASE_URL", "https://qr.example");
vi.stubEnv("TRUSTED_PROXIES", "10.0.0.0/8");
vi.stubEnv("LOG_LEVEL", "silent");
vi.stubEnv("DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/nothing");
const { answerNextRoute } = await import("./next");

const target = "https://internal:3000/api/public/qr-codes";

function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const init = {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    duplex: "half",
  };
  return answerNextRoute(new Request(target, init as RequestInit));
}

const left = async (forwardedFor?: string) =>
  (await post("{", forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor })).headers.get(
    "x-ratelimit-remaining",
  );

describe("answerNextRoute", () => {
  it("A12: counts by the rightmost hop that is not a trusted proxy", async () => {
    expect(await left("198.51.100.7")).toBe("99");
    expect(await left("203.0.113.1, 198.51.100.7")).toBe("98");
    expect(await left("evil, 198.51.100.7, 10.1.2.3, 10.0.0.1")).toBe("97");
    expect(await left("198.51.100.8")).toBe("99");
    expect(await left("198.51.100.7, 198.51.100.8")).toBe("98");
  });

  it("A12: counts clients without a trusted address under one shared limit", async () => {
    expect(await left()).toBe("99");
    expect(await left()).toBe("98");
  });

  it("A11: takes the service's host from the settings, not from the request", async () => {
    const { docs } = await (
      await post("{", { host: "evil.example", "x-forwarded-host": "evil.example" })
    ).json();
    expect(docs).toBe("https://qr.example/docs/errors#invalid_request");
  });

  it("I7: stops reading a body that is too long", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(Buffer.alloc(64 * 1024, 0x20));
      },
    });
    expect((await post(body, { "x-forwarded-for": "198.51.100.9" })).status).toBe(413);
    expect(pulled).toBeLessThan(32);
  });

  it("answers 503 with Retry-After and no internals when the database is unreachable", async () => {
    const view = () => answerNextRoute(new Request(`${target}/view/aZ09bY18cX27`));
    for (const answer of [await post('{"type":"text","content":"quiet"}'), await view()]) {
      const text = await answer.text();
      expect([answer.status, JSON.parse(text).code]).toEqual([503, "unavailable"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(text).not.toMatch(/secret|127\.0\.0\.1|ECONNREFUSED/);
    }
  });

  it("rejects broken escapes, and answers HEAD and OPTIONS without a body", async () => {
    const broken = await answerNextRoute(new Request(`${target}?type=text&content=%ff`));
    expect(await broken.json()).toMatchObject({ code: "invalid_request" });
    for (const [method, status] of [
      ["HEAD", 200],
      ["OPTIONS", 204],
      ["PUT", 405],
    ] as const) {
      const answer = await answerNextRoute(new Request(target, { method }));
      expect(answer.status).toBe(status);
      if (method !== "PUT") expect(await answer.text()).toBe("");
    }
  });
});
