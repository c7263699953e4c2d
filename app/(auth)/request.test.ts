import { describe, expect, it } from "vitest";
import { readCallbackUrl } from "./request";

const origin = "https://qr.example.com";

describe("A10: a sign-in redirects", () => {
  it.each([
    ["/plan", "/plan"],
    ["/api-keys?environment=sandbox#a", "/api-keys?environment=sandbox#a"],
    ["https://qr.example.com/plan", "/plan"],
    ["plan", "/plan"],
    ["/report/7kQm2XbT", "/report/7kQm2XbT"],
    ["/plan/../settings", "/settings"],
  ])("to a page on this origin for %s", (asked, path) => {
    expect(readCallbackUrl(asked, origin)).toBe(path);
  });

  it.each([
    undefined,
    "https://evil.example/plan",
    "https://qr.example.com.evil.example/",
    "https://qr.example.com@evil.example/",
    "http://qr.example.com/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "https://qr.example.com//evil.example",
    "/\t/evil.example",
    "\u0000//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "/sign-in?callbackUrl=/plan",
    "/sign-in/code?callbackUrl=/plan",
    "/sign-up?callbackUrl=/plan",
    "/r/7kQm2XbT",
    "https://qr.example.com/plan/../r/7kQm2XbT?x",
    ["/plan", "/settings"],
  ])("to the dashboard for %j", (asked) => {
    expect(readCallbackUrl(asked, origin)).toBe("/dashboard");
  });
});
