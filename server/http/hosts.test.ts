import { describe, expect, it } from "vitest";
import { createHostCheck } from "@/server/http/target";

const settings = {
  isBaseUrlSet: true,
  baseUrl: "https://qr.example.com",
  baseUrlAliases: ["old.example.com", "x.example:81"],
};
const isKnown = createHostCheck(settings);

describe("A11: the Host header", () => {
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
  ])("%s is ours", (host) => expect(isKnown(host, "/")).toBe(true));

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
  ])("%j is not", (host) => expect(isKnown(host, "/")).toBe(false));

  it.each([
    "/r/abcdefgh",
    "/api/public/qr-codes/view/Ab3dE5gH1jKl",
    "/api/health",
    "/api/health/live",
    "/metrics",
  ])("%s answers on any Host", (path) => expect(isKnown("evil.example", path)).toBe(true));

  it.each(["/r", "/rx/", "/api/public/qr-codes", "/api/healthy", "/metricsx", "/docs/r/x"])(
    "%s does not",
    (path) => expect(isKnown("evil.example", path)).toBe(false),
  );

  it("any Host is accepted while BASE_URL is unset", () => {
    expect(createHostCheck({ ...settings, isBaseUrlSet: false })("evil.example", "/")).toBe(true);
  });
});
