import { expect, it } from "vitest";
import { reportSchema } from "./schema";

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
