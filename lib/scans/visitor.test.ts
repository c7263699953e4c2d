import { createHmac, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { hashVisitor } from "./visitor";

it.each([0, 1, 32, 64])("hashVisitor is HMAC-SHA-256 with a salt of %i bytes", (length) => {
  const salt = randomBytes(length);
  for (const [address, agent] of [
    ["", ""],
    ["81.2.69.142", "Mozilla/5.0 (iPhone)"],
    ["2001:db8::1", "Ü \uFFFD 雨".repeat(80)],
  ] as const) {
    const digest = createHmac("sha256", salt).update(`${address}\n${agent}`).digest();
    const expected = digest.readBigInt64BE(0).toString();
    expect([hashVisitor(salt, address, agent), hashVisitor(salt, address, agent)]).toEqual([
      expected,
      expected,
    ]);
  }
});

it("hashVisitor rejects a salt over 64 bytes, which HMAC would hash first", () => {
  expect(() => hashVisitor(randomBytes(65), "", "")).toThrow(RangeError);
});
