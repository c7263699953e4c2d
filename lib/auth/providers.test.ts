import { describe, expect, it } from "vitest";
import { isEmailVerified, pickVerifiedEmail } from "./providers";

describe("verified email of a provider", () => {
  it("is GitHub's primary address, if it is verified", () => {
    const other = { email: "b@example.com", primary: false, verified: true };
    expect(pickVerifiedEmail([other, { email: "a@example.com", primary: true, verified: true }])).toBe(
      "a@example.com",
    );
    expect(pickVerifiedEmail([other, { email: "a@example.com", primary: true, verified: false }])).toBeNull();
    expect(pickVerifiedEmail([other])).toBeNull();
  });

  it.each([
    null,
    "x",
    {},
    [],
    [null],
    [{ primary: true }],
    [{ primary: true, verified: "yes", email: "a@b.co" }],
  ])("is null for %j", (answer) => expect(pickVerifiedEmail(answer)).toBeNull());

  it("depends on Google's email_verified", () => {
    expect(isEmailVerified("google", { email_verified: true })).toBe(true);
    for (const profile of [{ email_verified: false }, { email_verified: "true" }, {}, undefined]) {
      expect(isEmailVerified("google", profile)).toBe(false);
    }
  });
});
