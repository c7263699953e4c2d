import { expect, it } from "vitest";
import { codeSettingsSchema } from "@/lib/codes/schema";
import { mostScans, readScanBound } from "./rules";

const accepts = (maxScans: number) => codeSettingsSchema.safeParse({ maxScans }).success;

it("the scan limit accepts exactly the whole numbers that the code schema accepts", () => {
  for (const count of [0, 1, mostScans, mostScans + 1])
    expect(readScanBound(String(count)), String(count)).toBe(accepts(count) ? count : null);
  expect(readScanBound(" 500 ")).toBe(500);
  for (const text of ["", "1.5", "-1", "1e3", "many", "9".repeat(400)])
    expect(readScanBound(text), text).toBeNull();
});
