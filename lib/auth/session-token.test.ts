import { describe, expect, it } from "vitest";
import { sessionSeconds } from "@/lib/users/schema";
import { readSessionClaims, writeSessionClaims } from "./session-token";

const ticket = {
  userId: "0199aa00-0000-7000-8000-000000000000",
  sessionVersion: 3,
  sessionId: "0199aa00-0000-7000-8000-000000000001",
};
const signedInMs = Date.UTC(2026, 0, 1);
const claims = writeSessionClaims(ticket, signedInMs);
const atSecond = (seconds: number) => signedInMs + seconds * 1_000;

describe("A9: session claims", () => {
  it("name the user, the session and its end", () => {
    expect(readSessionClaims(claims, signedInMs)).toEqual({
      ...ticket,
      endsAt: new Date(atSecond(sessionSeconds)),
    });
  });

  it("end 30 days after signing in, however often the cookie is renewed", () => {
    // What next-auth adds at each renewal says nothing of when somebody signed in.
    const renewed = {
      ...claims,
      iat: atSecond(sessionSeconds) / 1_000,
      exp: atSecond(2 * sessionSeconds) / 1_000,
    };
    expect(readSessionClaims(renewed, atSecond(sessionSeconds) - 1)).toMatchObject(ticket);
    expect(readSessionClaims(renewed, atSecond(sessionSeconds))).toBeNull();
  });

  it.each([
    null,
    {},
    { ...claims, sub: 1 },
    { ...claims, version: "3" },
    { ...claims, session: undefined },
    { ...claims, session: 1 },
    { ...claims, signedIn: undefined },
    { ...claims, signedIn: String(claims.signedIn) },
    { ...claims, signedIn: Number.NaN },
    { ...claims, signedIn: Number.POSITIVE_INFINITY },
    { ...claims, signedIn: claims.signedIn + 3_600 },
  ])("are rejected if they are %j", (forged) => expect(readSessionClaims(forged, signedInMs)).toBeNull());
});
