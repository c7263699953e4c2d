import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { hashKeyValue, isKeyValue, newKeyValue, previewOf } from "./key-value";

it("newKeyValue has its environment's prefix, 32 random characters and a checksum", () => {
  expect(newKeyValue("production")).toMatch(/^qr_live_[0-9A-Za-z]{38}$/);
  expect(newKeyValue("sandbox")).toMatch(/^qr_test_[0-9A-Za-z]{38}$/);
  const values = Array.from({ length: 1_000 }, () => newKeyValue("production"));
  expect(new Set(values).size).toBe(1_000);
  expect(values.every(isKeyValue)).toBe(true);
});

it("the checksum is the base62 CRC-32 of the rest, as computed by Python", () => {
  const values = Array.from({ length: 50 }, (_, i) => newKeyValue(i % 2 ? "production" : "sandbox"));
  const program = `
import sys, zlib, string
digits = string.digits + string.ascii_uppercase + string.ascii_lowercase
for value in sys.stdin.read().split():
    rest, text = zlib.crc32(value[:-6].encode()), ""
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        text = digits[digit] + text
    print(rest == 0 and text == value[-6:])`;
  const printed = execFileSync("python3", ["-c", program], { input: values.join("\n"), encoding: "utf8" });
  expect(printed.trim().split("\n")).toEqual(values.map(() => "True"));
});

it("isKeyValue rejects a value with a character changed, removed, added or swapped", () => {
  const value = newKeyValue("production");
  for (let place = 8; place < value.length; place += 1) {
    const other = value[place] === "a" ? "b" : "a";
    expect(isKeyValue(value.slice(0, place) + other + value.slice(place + 1))).toBe(false);
    expect(isKeyValue(value.slice(0, place) + value.slice(place + 1))).toBe(false);
    expect(isKeyValue(`${value.slice(0, place)}0${value.slice(place)}`)).toBe(false);
    const [one, next] = [value[place], value[place + 1]];
    if (next !== undefined && one !== next) {
      expect(isKeyValue(value.slice(0, place) + next + one + value.slice(place + 2))).toBe(false);
    }
  }
  expect(isKeyValue(value.replace("qr_live_", "qr_test_"))).toBe(false);
  expect(isKeyValue(` ${value}`)).toBe(false);
  expect(isKeyValue(`${value}\n`)).toBe(false);
  expect(isKeyValue("")).toBe(false);
});

it("previewOf shows the prefix and last four characters, and hashKeyValue is SHA-256", () => {
  expect(previewOf("qr_live_4kT9ZxW2mQ7pLr8sVb3nYc6dHf1gJt5a0wa1B2")).toBe("qr_live_…a1B2");
  expect(previewOf("qr_test_4kT9ZxW2mQ7pLr8sVb3nYc6dHf1gJt5a0wa1B2")).toBe("qr_test_…a1B2");
  // FIPS 180-4, the example of one block.
  expect(hashKeyValue("abc").toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
