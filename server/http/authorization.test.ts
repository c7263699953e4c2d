import { describe, expect, it } from "vitest";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();

async function seen(...lines: string[]): Promise<string | undefined> {
  const request = `GET /api/echo HTTP/1.1\r\nHost: qr.example.com\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`;
  const { body } = await sendRaw(front.port, request);
  return JSON.parse(body).headers.authorization;
}

describe("A1: Authorization header passed to the API", () => {
  it("is the single header as sent, or undefined if there is none", async () => {
    expect(await seen("Authorization: Bearer one")).toBe("Bearer one");
    expect(await seen("authorization:Bearer one \t")).toBe("Bearer one");
    expect(await seen()).toBeUndefined();
  });

  it("joins several headers, so that none of them is chosen", async () => {
    expect(await seen("Authorization: Bearer one", "authorization: Bearer two")).toBe(
      "Bearer one, Bearer two",
    );
    expect(await seen("Authorization: Bearer one", "Authorization: Bearer one")).toBe(
      "Bearer one, Bearer one",
    );
    expect(await seen("Authorization:", "Authorization: Bearer one")).toBe(", Bearer one");
  });

  it("ignores headers with similar names", async () => {
    const { body } = await sendRaw(
      front.port,
      writeRequest("GET /api/echo", { "Proxy-Authorization": "Bearer one", "X-Authorization": "Bearer one" }),
    );
    expect(JSON.parse(body).headers.authorization).toBeUndefined();
  });
});
