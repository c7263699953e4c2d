import { describe, expect, it } from "vitest";
import { codeAt, stepMs } from "@/e2e/support/two-factor";
import { findStep, makeSecret, writeKeyUri } from "./two-factor-codes";

/** `12345678901234567890` of RFC 6238, appendix B, in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("time-based codes", () => {
  // The RFC's vectors for SHA-1 have eight digits; six are their end.
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("match RFC 6238, appendix B, at %i: %s", (seconds, code) => {
    expect(findStep(secret, code.slice(2), seconds * 1_000)).toBe(Math.floor(seconds / 30));
    expect(codeAt(secret, seconds * 1_000)).toBe(code.slice(2));
  });

  it("are accepted one step early or late, and no more", () => {
    const now = 1_800_000_015_000;
    const step = now / stepMs - 0.5;
    for (const [drift, found] of [
      [-2, null],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, null],
    ] as const) {
      expect([drift, findStep(secret, codeAt(secret, now + drift * stepMs), now)]).toEqual([drift, found]);
    }
  });

  it("must be exactly six digits", () => {
    const now = 59_000;
    for (const text of ["", "28708", "2870820", "94287082", "２87082", " 287082", "28708x", "-87082"]) {
      expect([text, findStep(secret, text, now)]).toEqual([text, null]);
    }
  });
});

describe("TOTP secret", () => {
  it("has 160 bits and is different each time", () => {
    const some = Array.from({ length: 50 }, makeSecret);
    for (const one of some) expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(some).size).toBe(50);
  });

  it("is encoded as an otpauth URI with issuer and account", () => {
    const uri = new URL(writeKeyUri(secret, "ada+qr@example.com"));
    expect(`${uri.protocol}//${uri.host}`).toBe("otpauth://totp");
    expect(decodeURIComponent(uri.pathname)).toBe("/Quietzone:ada+qr@example.com");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Quietzone",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});
