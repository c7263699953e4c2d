import { expect, it } from "vitest";
import { isShortCode, reportSchema } from "./schema";

it.each([
  [{ reason: "phishing" }, true],
  [{ reason: "other", note: "one\ntwo\tthree 😀" }, true],
  [{ reason: "other", note: "x".repeat(1_000) }, true],
  [{ reason: "other", note: "x".repeat(1_001) }, false],
  [{ reason: "other", note: "a\u0000b" }, false],
  [{ reason: "other", note: "\ud800" }, false],
  [{ reason: "" }, false],
  [{ reason: "toString" }, false],
  [{ note: "x" }, false],
])("%j is a report: %s", (input, isValid) => {
  expect(reportSchema.safeParse(input).success).toBe(isValid);
});

it.each([
  ["7kQm2XbT", true],
  ["7kQm2Xb", false],
  ["7kQm2XbT+", false],
  ["7kQm2XbT\n", false],
  ["７kQm2XbT", false],
])("%j is a short code: %s", (text, isOne) => {
  expect(isShortCode(text)).toBe(isOne);
});
