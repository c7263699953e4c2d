import { describe, expect, it } from "vitest";
import { formatDetail } from "../ui/form/answer";
import { deletionMessages, domainMessages } from "./messages";

const say = (code: string, value: string, bounds: object = {}, field = "rootUrl") =>
  formatDetail({ field, code, message: "as the API says it", ...bounds }, domainMessages, value);

describe("the error message for a domain's web address", () => {
  it("asks for a full address only if the format is invalid", () => {
    expect(say("invalid_format", "https://")).toBe("Enter a full address, such as https://example.com/.");
    expect(say("not_allowed", "halden.example", { allowed: ["http", "https"] })).toBe(
      "Start with https:// or http://.",
    );
    expect(say("not_allowed", "https://me:pw@halden.example/")).toBe(
      "Leave out the user name and password before the host.",
    );
    expect(say("not_allowed", "https://go.halden.example/")).toMatch(
      "This address leads back to this service",
    );
    expect(say("blocked", "https://bad.example/")).toBe(
      "The operator of this service has blocked this address.",
    );
    expect(say("odd", "https://halden.example/")).toBe("As the API says it.");
  });
});

describe("the error message for a domain's host", () => {
  it("says what to change", () => {
    const sayHost = (code: string, value: string, bounds = {}) => say(code, value, bounds, "host");
    expect(sayHost("public_suffix", "co.uk")).toMatch("“co.uk” is a public suffix");
    expect(sayHost("special_use", "go.example.local")).toMatch("end in .local are for local use");
    expect(sayHost("too_long", "a", { max: 63 })).toBe("Use at most 63 characters between two dots.");
    expect(sayHost("too_long", "a", { max: 242 })).toMatch(
      "Use at most 242 characters, so that the TXT record",
    );
    for (const code of ["underscore", "empty_label", "invalid_characters"])
      expect(sayHost(code, "x")).not.toBe("As the API says it.");
  });
});

it("the error message for deleting a domain with codes asks where to move them", () => {
  expect(deletionMessages.domain_in_use).toMatch("Choose where to move them");
});
