import { describe, expect, it } from "vitest";
import { newApiKeySchema } from "@/lib/api-keys/schema";
import { readNewKey } from "./read-key-form";

const now = Date.parse("2026-11-20T12:00:00.000Z");

function fill(fields: Record<string, string>): FormData {
  const data = new FormData();
  const whole = {
    name: " Till ",
    permissions: "qr:read",
    environment: "production",
    rateLimit: "100",
    ...fields,
  };
  for (const [name, value] of Object.entries(whole)) data.append(name, value);
  return data;
}

describe("the form of a new key", () => {
  it("is the body that the interface takes", () => {
    expect(newApiKeySchema.parse(readNewKey(fill({ expires: "30", description: " " }), now))).toEqual({
      name: "Till",
      description: null,
      permissions: ["qr:read"],
      environment: "production",
      rateLimit: 100,
      expiresAt: "2026-12-20T12:00:00.000Z",
    });
  });

  it("ends at the end of the day that was chosen, in UTC", () => {
    const read = (fields: Record<string, string>) => readNewKey(fill(fields), now).expiresAt;
    expect(read({ expires: "day", expiresAt: "2027-03-31" })).toBe("2027-03-31T23:59:59.999Z");
    expect(read({ expires: "never", expiresAt: "2027-03-31" })).toBe(null);
  });

  it.each([
    { expires: "day", expiresAt: "" },
    { expires: "soon" },
    { expires: "1e999" },
    { rateLimit: "" },
    { rateLimit: "5,000" },
    { rateLimit: "1e3" },
    { rateLimit: "-1" },
    { rateLimit: "2.5" },
    { environment: "both" },
    { permissions: "all" },
    { name: "  " },
  ])("is refused by the schema, not mended, with %j", (fields) => {
    expect(newApiKeySchema.safeParse(readNewKey(fill(fields), now)).success).toBe(false);
  });
});
