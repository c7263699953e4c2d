import { expect, it } from "vitest";
import { readPendingClaims, writePendingClaims } from "./pending-sign-in";
import { readSessionClaims, writeSessionClaims } from "./session-token";

const now = 1_800_000_000_000;
const half = { userId: "0199aa00-0000-7000-8000-000000000000", sessionVersion: 3, sessionId: null } as const;

it("A9: reads back a pending sign-in for five minutes", () => {
  const linked = { ...half, identity: { provider: "github", providerUserId: "17" } } as const;
  for (const one of [half, linked]) {
    const claims = writePendingClaims(one, now);
    for (const later of [0, 299_999]) expect(readPendingClaims(claims, now + later)).toEqual(one);
    for (const later of [300_000, 86_400_000]) expect(readPendingClaims(claims, now + later)).toBeNull();
  }
});

it("A9: does not accept a pending sign-in as a session, nor a session as a pending sign-in", () => {
  expect(readSessionClaims(writePendingClaims(half, now), now)).toBeNull();
  expect(readPendingClaims(writeSessionClaims({ ...half, sessionId: half.userId }, now), now)).toBeNull();
});

it("rejects claims with wrong types, and ignores unknown providers", () => {
  const claims = writePendingClaims(half, now);
  for (const wrong of [
    null,
    {},
    { ...claims, sub: 1 },
    { ...claims, version: "3" },
    { ...claims, begun: "now" },
    { ...claims, begun: Number.NaN },
  ]) {
    expect(readPendingClaims(wrong, now)).toBeNull();
  }
  for (const provider of ["toString", "myspace", 1]) {
    expect(readPendingClaims({ ...claims, provider, providerUserId: "17" }, now)).toEqual(half);
  }
});
