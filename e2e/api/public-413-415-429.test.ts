import { describe, expect, it } from "vitest";
import { call, get, newClient, path, post } from "../support/public-api";

const good = { type: "text", content: "quiet" };

describe("413: POST /api/public/qr-codes", () => {
  it("I7: accepts a body of 1 MiB and rejects one byte more", async () => {
    const fill = (bytes: number) =>
      JSON.stringify({ ...good, extra: "" }).replace('"extra":""', `"extra":"${"x".repeat(bytes)}"`);
    const empty = fill(0).length;
    expect((await post(fill(1_048_576 - empty))).status).toBe(200);
    const { status, json, headers } = await post(fill(1_048_576 - empty + 1));
    expect([status, json.code]).toEqual([413, "payload_too_large"]);
    expect(headers.get("x-ratelimit-remaining")).toBe("99");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it("I7: accepts a body of 5,000 values and rejects 5,001 with 400, counted", async () => {
    const fill = (values: number) => ({ ...good, extra: Array(values - 4).fill(1) });
    expect((await post(fill(5_000))).status).toBe(200);
    const { status, json, headers } = await post(fill(5_001));
    expect([status, json.code]).toEqual([400, "invalid_request"]);
    expect(json.error).toContain("5000 JSON values");
    expect(headers.get("x-ratelimit-remaining")).toBe("99");
  });

  it("I7: stops reading a body without a length once it is too large", async () => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        if (sent > 64 * 1024 * 1024) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const outcome = await call(path, {
      method: "POST",
      body: body as never,
      headers: { "content-type": "application/json" },
      duplex: "half",
    } as never).then(
      ({ status }) => status,
      () => "connection closed",
    );
    expect([413, "connection closed"]).toContain(outcome);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });
});

describe("415: POST /api/public/qr-codes", () => {
  it.each([
    [{ "content-type": "text/plain" }],
    [{ "content-type": "application/x-www-form-urlencoded" }],
    [{ "content-type": "multipart/form-data; boundary=x" }],
    [{ "content-type": "application/json; charset=utf-16" }],
    [{ "content-type": "application/jsonp" }],
    [{ "content-type": "" }],
    [{ "content-type": "application/json", "content-encoding": "gzip" }],
  ])("I7: %o, counted", async (headers) => {
    const { status, json, headers: answered } = await post(good, { headers });
    expect([status, json.code]).toEqual([415, "unsupported_media_type"]);
    expect(answered.get("x-ratelimit-remaining")).toBe("99");
  });

  it.each(["application/json; charset=utf-8", "APPLICATION/JSON"])("accepts %s", async (type) => {
    expect((await post(good, { headers: { "content-type": type } })).status).toBe(200);
  });
});

describe("429: public API", () => {
  it("Q4: allows exactly 100 of 300 concurrent calls of every kind and sends Retry-After with the others", async () => {
    const client = newClient();
    const calls = Array.from({ length: 300 }, (_, index) => {
      if (index % 3 === 0) return get({ type: "text", content: "quiet" }, { client });
      return index % 3 === 1 ? post(good, { client }) : post({ type: "nope" }, { client });
    });
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBe(100);
    for (const { json, headers } of refused) {
      expect(json.code).toBe("rate_limited");
      expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(3600);
      expect(headers.get("x-ratelimit-remaining")).toBe("0");
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
    const left = answers
      .filter(({ status }) => status !== 429)
      .map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
    expect(new Set(left).size).toBe(100);
    expect(Math.min(...left)).toBe(0);

    const late = await post("not json", { client, headers: { "content-type": "text/plain" } });
    expect(late.status).toBe(429);
    const resets = new Set(answers.map(({ headers }) => headers.get("x-ratelimit-reset")));
    expect(resets.size).toBeLessThanOrEqual(2);
  });

  it("Q4: still answers uncounted requests beyond the limit", async () => {
    const client = newClient();
    const made = await post(good, { client });
    await Promise.all(Array.from({ length: 99 }, () => post("{", { client })));
    expect((await post(good, { client })).status).toBe(429);
    expect((await call(path, { client })).status).toBe(200);
    expect((await call(`${path}/openapi.json`, { client })).status).toBe(200);
    expect((await call(String(made.json.imageUrl), { client })).status).toBe(200);
    expect((await call(path, { client, method: "OPTIONS" })).status).toBe(204);
    expect((await call(path, { client, method: "PUT" })).status).toBe(405);
    expect((await call(`${path}?type=text&content=a`, { client, method: "HEAD" })).status).toBe(429);
    expect((await post(good)).status).toBe(200);
  });

  it("A12: counts addresses of one IPv6 /64 together, and the next /64 separately", async () => {
    const net = `2600:${Math.floor(Math.random() * 65_535).toString(16)}:1`;
    const first = await post(good, { client: `${net}:1::1` });
    const second = await post(good, { client: `${net}:1:ffff:ffff:ffff:ffff` });
    const other = await post(good, { client: `${net}:2::1` });
    expect([first, second, other].map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual([
      "99",
      "98",
      "99",
    ]);
  });
});
