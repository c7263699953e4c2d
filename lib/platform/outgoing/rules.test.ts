import { describe, expect, it } from "vitest";
import { readSettings } from "../env";
import { validateUrl } from "../safe-fetch";
import { rulesOf } from "./rules";

const rulesFor = (settings: Record<string, string>) => rulesOf(readSettings(settings));

describe("W16: the service's own host names", () => {
  it.each([
    [{ BASE_URL: "https://qr.example.com" }, "https://qr.example.com/", "own_host"],
    [{ BASE_URL: "https://qr.example.com." }, "https://qr.example.com/", "own_host"],
    [{ BASE_URL: "http://qr.example.com" }, "https://qr.example.com/", "own_host"],
    [{ BASE_URL: "https://qr.example.com" }, "https://qr.example.com:8443/", null],
    [{ BASE_URL: "https://qr.example.com:8443" }, "https://qr.example.com:8443/", "own_host"],
    [{ BASE_URL: "https://qr.example.com:8443" }, "https://qr.example.com/", null],
    [{ BASE_URL_ALIASES: "old.example.com" }, "https://old.example.com/x", "own_host"],
    [{ BASE_URL_ALIASES: "old.example.com:8443" }, "https://old.example.com:8443/x", "own_host"],
    [{ BASE_URL: "https://qr.example.com" }, "https://qr.example.com:80/", "own_host"],
    [{ BASE_URL: "https://[2606:4700::1111]" }, "https://[2606:4700::1111]/", "own_host"],
    [{ PORT: "4321" }, "https://localhost:4321/", "own_host"],
    [{ BASE_URL: "https://qr.example.com", PORT: "4321" }, "https://localhost:4321/", "own_host"],
    [{ PORT: "4321", WEBHOOK_ALLOWED_CIDRS: "::1/128" }, "https://[::1]:4321/", "own_host"],
    [{ PORT: "4321", WEBHOOK_ALLOWED_CIDRS: "::1/128" }, "https://[::1]:4322/", null],
    [{ PORT: "4321", WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" }, "https://127.1:4321/", "own_host"],
    [{ PORT: "4321", WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" }, "https://127.1:4322/", null],
  ])("with settings %j, the check of %s returns %s", (settings, url, fault) => {
    expect(validateUrl(url, rulesFor(settings as Record<string, string>))).toBe(fault);
  });
});

describe("S10: WEBHOOK_ALLOWED_CIDRS", () => {
  it("allows nothing by default", () => expect(rulesFor({}).allowed).toEqual([]));

  it.each(["0.0.0.0/0", "::/0", "10.0.0.0/8, 0.0.0.0/0", "1.2.3.4/0", "::ffff:0:0/96", "::ffff:0.0.0.0/96"])(
    "refuses %s, which covers every address",
    (networks) => {
      expect(() => rulesFor({ WEBHOOK_ALLOWED_CIDRS: networks })).toThrow(
        /^WEBHOOK_ALLOWED_CIDRS must not let in every address/,
      );
    },
  );

  it.each(["0.0.0.0/1, 128.0.0.0/1", "::/1,8000::/1"])(
    "refuses networks that together cover every address: %s",
    (networks) => {
      expect(() => rulesFor({ WEBHOOK_ALLOWED_CIDRS: networks })).toThrow(/must not let in every address/);
    },
  );
});
