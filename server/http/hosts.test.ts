import { describe, expect, it } from "vitest";
import { createHostCheck } from "@/server/http/target";

const settings = {
  isBaseUrlSet: true,
  baseUrl: "https://qr.example.com",
  baseUrlAliases: ["old.example.com", "x.example:81"],
};
const isKnown = createHostCheck(settings);

describe("A11: Host check", () => {
  it.each([
    "qr.example.com",
    "QR.example.com",
    "qr.example.com:443",
    "old.example.com",
    "old.example.com:443",
    "x.example:81",
    "localhost",
    "localhost:3000",
    "127.0.0.1:3000",
    "127.9.9.9",
    "[::1]:3000",
  ])("accepts %s", (host) => expect(isKnown(host, "/")).toBe(true));

  it.each([
    "",
    "evil.example",
    "qr.example.com.evil.example",
    "evil.example#qr.example.com",
    "qr.example.com:80",
    "qr.example.com.",
    "qr.example.com:443:443",
    "x.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "user@qr.example.com",
    "qr.example.com, evil.example",
  ])("rejects %j", (host) => expect(isKnown(host, "/")).toBe(false));

  it.each([
    "/r/abcdefgh",
    "/api/public/qr-codes/view/Ab3dE5gH1jKl",
    "/api/health",
    "/api/health/live",
    "/metrics",
  ])("accepts any Host for %s", (path) => expect(isKnown("evil.example", path)).toBe(true));

  it.each(["/r", "/rx/", "/api/public/qr-codes", "/api/healthy", "/metricsx", "/docs/r/x"])(
    "does not accept any Host for %s",
    (path) => expect(isKnown("evil.example", path)).toBe(false),
  );

  it("accepts any Host while BASE_URL is not set", () => {
    expect(createHostCheck({ ...settings, isBaseUrlSet: false })("evil.example", "/")).toBe(true);
  });
});
