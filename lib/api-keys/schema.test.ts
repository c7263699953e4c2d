import { expect, it } from "vitest";
import { listFieldErrors } from "@/lib/platform/validation";
import { apiKeyChangeSchema, newApiKeySchema } from "./schema";

function faultsOf(input: object) {
  const whole = { name: "Key", permissions: ["qr:read"], ...input };
  const result = newApiKeySchema.safeParse(whole);
  return result.success ? [] : listFieldErrors(newApiKeySchema, whole, result.error.issues, "body");
}

it.each([
  [{ permissions: [] }, "too_short", "permissions must have 1 to 4 items"],
  [{ permissions: Array(5).fill("qr:read") }, "too_long", "permissions must have 1 to 4 items"],
  [{ permissions: ["qr:read", "qr:read"] }, "repeated", "permissions must name each permission once only"],
  [{ rateLimit: 5_001 }, "out_of_range", "rateLimit must be between 1 and 5000"],
  [{ rateLimit: 1.5 }, "not_whole", "rateLimit must be a whole number"],
  [{ name: "x".repeat(101) }, "too_long", "name must have 1 to 100 characters"],
  [{ environment: "live" }, "not_allowed", 'environment must be one of "production" and "sandbox"'],
  [
    { expiresAt: "2027-01-01" },
    "invalid_format",
    "expiresAt must be a date and time with its zone, like 2027-01-31T12:00:00Z",
  ],
])("reports %j as %s: %s", (input, code, message) => {
  expect(faultsOf(input)).toMatchObject([{ code, message }]);
});

it.each([
  "2027-01-31T12:00:00Z",
  "2027-01-31T12:00:00.123456Z",
  "2027-01-31T12:00:00+05:45",
  "2028-02-29T23:59:59-11:00",
  null,
])("accepts %j as an expiry date", (expiresAt) => {
  expect(faultsOf({ expiresAt })).toEqual([]);
});

it("apiKeyChangeSchema drops read-only members", () => {
  expect(apiKeyChangeSchema.parse({ id: "x", preview: "y", lastUsedAt: null, apiKey: "z" })).toEqual({});
});
