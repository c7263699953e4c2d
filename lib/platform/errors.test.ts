import { expect, it } from "vitest";
import { type ErrorCode, fieldError, mergeErrors, parseUrl } from "./errors";

const fault = (code: ErrorCode, field: string) =>
  fieldError(code, { field, code, message: `${field} is wrong` });

it("mergeErrors removes duplicates, and keeps a code only if all errors share it", () => {
  const mixed = mergeErrors([fault("invalid_url", "content"), fault("contrast_too_low", "settings.color")]);
  expect([mixed.code, mixed.details?.map(({ field }) => field)]).toEqual([
    "validation_failed",
    ["content", "settings.color"],
  ]);
  expect(mixed.message).toBe("content is wrong (and 1 more, see details)");
  const same = mergeErrors([
    fault("contrast_too_low", "settings.color"),
    fault("contrast_too_low", "settings.eyes.color"),
  ]);
  expect([same.code, same.details?.length]).toEqual(["contrast_too_low", 2]);
  const repeated = mergeErrors([
    fault("invalid_logo", "settings.logo"),
    fault("invalid_logo", "settings.logo"),
  ]);
  expect([repeated.code, repeated.details?.length]).toEqual(["invalid_logo", 1]);
});

it("parseUrl gives the same result for a non-ASCII host on every call", () => {
  const hosts = new Set<string | undefined>();
  for (let call = 0; call < 100_000; call += 1) hosts.add(parseUrl("https://bücher.example/ü")?.host);
  expect([...hosts]).toEqual(["xn--bcher-kva.example"]);
});

it("parseUrl returns null for an invalid URL, and resolves a path against its base", () => {
  expect(parseUrl("https://")).toBeNull();
  expect(parseUrl("/codes")).toBeNull();
  expect(parseUrl("/codes", "https://halden.example")?.href).toBe("https://halden.example/codes");
});
