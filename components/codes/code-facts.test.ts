import { describe, expect, it } from "vitest";
import { stateOf } from "./code-facts";
import { describeTarget } from "./describe-target";

describe("describeTarget", () => {
  it.each([
    ["url", "https://example.com/menu", "example.com/menu"],
    ["url", "HTTP://example.com/", "example.com"],
    ["wifi", '{"ssid":"Halden Guest","password":"slow brewed"}', "Halden Guest"],
    ["wifi", "WIFI:T:WPA;S:Café\\; bar;P:secret12;;", "Café; bar"],
    ["vcard", '{"firstName":"Ingrid","lastName":"Halden"}', "Ingrid Halden"],
    ["contact", "MECARD:N:Halden,Ingrid;TEL:+4712345678;;", "Ingrid Halden"],
    ["email", '{"to":"orders@example.com","subject":"Beans"}', "orders@example.com"],
    ["sms", '{"phone":"+4722550134","message":"Hello"}', "+4722550134"],
    ["text", "\n  Open daily\nfrom nine", "Open daily"],
  ] as const)("says what a code of type %s opens: %s", (type, content, line) => {
    expect(describeTarget({ type, content })).toBe(line);
  });
});

describe("stateOf", () => {
  const now = Date.parse("2027-01-15T12:00:00.000Z");
  const stateWith = (settings: Parameters<typeof stateOf>[0]["settings"], scanCount = 0) =>
    stateOf({ settings, scanCount }, now);

  it("returns the reason why a code does not redirect, exact to the millisecond", () => {
    expect(stateWith({})).toBe("active");
    expect(stateWith({ isActive: false })).toBe("off");
    expect(stateWith({ startsAt: "2027-01-15T12:00:00.001Z" })).toBe("scheduled");
    expect(stateWith({ startsAt: "2027-01-15T12:00:00.000Z" })).toBe("active");
    expect(stateWith({ expiresAt: "2027-01-15T12:00:00.001Z" })).toBe("active");
    expect(stateWith({ expiresAt: "2027-01-15T12:00:00.000Z" })).toBe("expired");
    expect(stateWith({ maxScans: 5 }, 4)).toBe("active");
    expect(stateWith({ maxScans: 5 }, 5)).toBe("used_up");
    expect(stateWith({ maxScans: 5, startsAt: "2027-01-15T12:00:00.001Z" }, 5)).toBe("used_up");
  });

  it("returns suspended even if the owner turned the code off", () => {
    const suspended = { since: "2027-01-01T00:00:00.000Z", reason: "Reported" };
    expect(stateOf({ settings: { isActive: false }, scanCount: 0, suspended }, now)).toBe("suspended");
  });
});
