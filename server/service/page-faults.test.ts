import { afterEach, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { describePageFault, logPageFaults } from "./pages";

afterEach(() => vi.restoreAllMocks());

const canary = 'canary\n    at forged (evil.js:1:1)\n{"level":"fatal"}\u001b[31m';

it("I10: reports an error's name and stack frames without its message", () => {
  const error = new SyntaxError(canary);
  const fault = describePageFault(["x", error]);
  expect(fault).toMatchObject({ name: "SyntaxError" });
  expect(fault?.stack).toContain("page-faults.test.ts");
  expect(`${fault?.message}${fault?.stack}`).not.toMatch(/canary|forged|fatal/);
});

it("I10: reports no frames of an error that was modified", () => {
  const error = new Error(canary);
  // Written when it is first read.
  expect(error.stack).toContain("canary");
  Object.assign(error, { message: "other", name: "evil\nname" });
  const fault = describePageFault([error]);
  expect([fault?.name, fault?.stack]).toEqual(["Error", ""]);
});

it("I10: logs what Next prints as one entry without its text", () => {
  const { error, warn } = console;
  const said: unknown[] = [];
  vi.spyOn(log, "error").mockImplementation((...entry) => said.push(entry));
  vi.spyOn(log, "warn").mockImplementation((...entry) => said.push(entry));
  try {
    logPageFaults();
    console.error("%s", canary, new TypeError(canary));
    console.warn(canary, { canary });
    console.error();
  } finally {
    Object.assign(console, { error, warn });
  }
  expect(said).toMatchObject([
    [{ err: { name: "TypeError" } }, "Next printed an error"],
    [{ err: undefined }, "Next printed a warning"],
    [{ err: undefined }, "Next printed an error"],
  ]);
  expect(JSON.stringify(said)).not.toContain("canary");
});
