import { describe, expect, it } from "vitest";
import { isFromOwnPage } from "./cross-site";

const set = { isBaseUrlSet: true, baseUrl: "https://qr.example.com", baseUrlAliases: ["old.example.com"] };
const unset = { isBaseUrlSet: false, baseUrl: "http://localhost:3000", baseUrlAliases: [] };

describe("A8: isFromOwnPage with BASE_URL", () => {
  it.each([
    { origin: "https://qr.example.com" },
    { origin: "https://qr.example.com", host: "10.0.0.1:3000" },
    { origin: "https://qr.example.com", "sec-fetch-site": "cross-site" },
    { origin: "https://old.example.com" },
    { origin: "http://localhost:3000", host: "localhost:3000" },
    { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" },
    { "sec-fetch-site": "same-origin" },
  ])("accepts %j", (headers) => expect(isFromOwnPage(headers, set)).toBe(true));

  it.each([
    {},
    { host: "qr.example.com" },
    { origin: "null" },
    { origin: "" },
    { origin: "https://evil.example" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    { origin: "https://evil.example", host: "evil.example" },
    { origin: "https://sub.qr.example.com" },
    { origin: "https://example.com" },
    { origin: "https://qr.example.com.evil.example" },
    { origin: "https://qr.example.com@evil.example" },
    { origin: "https://qr.example.com:444" },
    { origin: "http://qr.example.com" },
    { origin: "http://old.example.com" },
    { origin: "https://qr.example.com, https://evil.example" },
    { origin: "http://localhost:3000", host: "qr.example.com" },
    { origin: "http://localhost.evil.example", host: "localhost.evil.example" },
    { origin: "file://" },
    { origin: "chrome-extension://qr.example.com" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "none" },
  ])("refuses %j", (headers) => expect(isFromOwnPage(headers, set)).toBe(false));
});

describe("A8: isFromOwnPage without BASE_URL", () => {
  it.each([
    { origin: "http://localhost:3000", host: "localhost:3000" },
    { origin: "http://box.lan:3000", host: "BOX.lan:3000" },
    { origin: "https://box.lan", host: "box.lan" },
    { "sec-fetch-site": "same-origin", host: "box.lan" },
  ])("accepts %j", (headers) => expect(isFromOwnPage(headers, unset)).toBe(true));

  it.each([
    { origin: "http://localhost:3000", host: "box.lan:3000" },
    { origin: "http://localhost:3001", host: "localhost:3000" },
    { origin: "http://evil.example", host: "localhost:3000" },
    { origin: "http://localhost:3000" },
    { origin: "null", host: "null" },
  ])("refuses %j", (headers) => expect(isFromOwnPage(headers, unset)).toBe(false));
});
