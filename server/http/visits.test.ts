import { describe, expect, it } from "vitest";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { expectProblem, openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();
const trusted = "127.0.0.2";

async function visit(target: string, headers: Record<string, string> = {}, from?: string) {
  const { status, body } = await sendRaw(front.port, writeRequest(`GET ${target}`, headers), 0, from);
  return { status, seen: JSON.parse(body) };
}

describe("visits of /r/", () => {
  it("are routed by path on any Host", async () => {
    for (const Host of ["qr.example.com", "moved.example", "127.0.0.1"]) {
      const { status, seen } = await visit("/r/aaaaaaaa+?url=https://evil.example/", { Host });
      expect([status, seen.path, seen.clientAddress]).toEqual([200, "/r/aaaaaaaa+", "127.0.0.1"]);
    }
  });

  it("have only one spelling of their path", async () => {
    for (const target of [
      "//r/aaaaaaaa",
      "/r//aaaaaaaa",
      "/r/../r/aaaaaaaa",
      "/r/a;b",
      "/r/%2e%2e/x",
      "/r\\aaaaaaaa",
    ]) {
      expectProblem(await sendRaw(front.port, writeRequest(`GET ${target}`)), 400, "invalid_request");
    }
    expect((await visit("/R/aaaaaaaa")).seen.path).toBeUndefined();
  });

  it("P5: take the place and client address only from a trusted proxy", async () => {
    const place = { "CF-IPCountry": "DE", "X-Geo-City": "Berlin", "X-Forwarded-For": "198.51.100.7" };
    const { seen: own } = await visit("/r/aaaaaaaa", place);
    expect(own.clientAddress).toBe("127.0.0.1");
    expect(Object.keys(own.headers)).not.toContain("cf-ipcountry");
    expect(Object.keys(own.headers)).not.toContain("x-geo-city");
    const { seen: theirs } = await visit("/r/aaaaaaaa", place, trusted);
    expect(theirs.clientAddress).toBe("198.51.100.7");
    expect(theirs.headers).toMatchObject({ "cf-ipcountry": "DE", "x-geo-city": "Berlin" });
  });
});
