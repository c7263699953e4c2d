import { describe, expect, it } from "vitest";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();

async function seen(...lines: string[]): Promise<string | undefined> {
  const request = `GET /api/echo HTTP/1.1\r\nHost: qr.example.com\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`;
  const { body } = await sendRaw(front.port, request);
  return JSON.parse(body).headers.authorization;
}

describe("A1: Authorization as it reaches the API", () => {
  it("one is as it was sent, none is none", async () => {
    expect(await seen("Authorization: Bearer one")).toBe("Bearer one");
    expect(await seen("authorization:Bearer one \t")).toBe("Bearer one");
    expect(await seen()).toBeUndefined();
  });

  it("of several none is chosen, however they are written and whichever is empty", async () => {
    expect(await seen("Authorization: Bearer one", "authorization: Bearer two")).toBe(
      "Bearer one, Bearer two",
    );
    expect(await seen("Authorization: Bearer one", "Authorization: Bearer one")).toBe(
      "Bearer one, Bearer one",
    );
    expect(await seen("Authorization:", "Authorization: Bearer one")).toBe(", Bearer one");
  });

  it("a header that only sounds like it is another one", async () => {
    const { body } = await sendRaw(
      front.port,
      writeRequest("GET /api/echo", { "Proxy-Authorization": "Bearer one", "X-Authorization": "Bearer one" }),
    );
    expect(JSON.parse(body).headers.authorization).toBeUndefined();
  });
});
