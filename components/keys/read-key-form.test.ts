import { describe, expect, it } from "vitest";
import { readNewKey } from "./read-key-form";
import { checkNewKey } from "./validation";

const nowMs = Date.UTC(2026, 0, 1);

function fill(expires: string): FormData {
  const data = new FormData();
  const fields = {
    name: "Printer",
    permissions: "qr:read",
    environment: "sandbox",
    rateLimit: "100",
    expires,
  };
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

describe("the expiry of a new key", () => {
  it("is read from the choices of the form", () => {
    expect(readNewKey(fill("never"), nowMs).expiresAt).toBeNull();
    expect(readNewKey(fill("30"), nowMs).expiresAt).toBe("2026-01-31T00:00:00.000Z");
    expect(checkNewKey(fill("365"))).toEqual({});
  });

  it.each(["999999999", "31", "-1", "1e9", "NaN", "", "never "])(
    "is rejected at its field if it is %j, which the form does not offer",
    (expires) => expect(Object.keys(checkNewKey(fill(expires)))).toEqual(["expiresAt"]),
  );
});
