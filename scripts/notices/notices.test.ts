import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCheckout } from "../dependencies/lockfile.mjs";
import { inside } from "./inside.mjs";
import { groupTexts, noticesFile, writeNotices } from "./write-notices.mjs";

const { packages } = readCheckout();

describe("the third-party notices", () => {
  const text = readFileSync(noticesFile, "utf8");

  it("match the lockfile and the installed packages", () => expect(writeNotices(packages)).toBe(text));

  it("name every production package and no development package", () => {
    const named = new Set(text.split("\n"));
    for (const { name, version, isDevelopment } of packages) {
      const row = [...named].some((line) => line.startsWith(`${name} ${version} (`));
      const isElsewhereToo = packages.some(
        (one) => one.name === name && one.version === version && one.isDevelopment !== isDevelopment,
      );
      if (!isElsewhereToo) expect([name, row]).toEqual([name, !isDevelopment]);
    }
  });

  it.each([
    ["PostgreSQL", "PostgreSQL Global Development Group"],
    ["OpenSSL", "for use in the OpenSSL Toolkit"],
    ["PDFium", "The PDFium Authors"],
    ["zxing-cpp", "zxing-cpp (in zxing-wasm)"],
    ["Geist", "SIL OPEN FONT LICENSE"],
    ["DB-IP", "https://db-ip.com"],
    ["libvips", "GNU LESSER GENERAL PUBLIC LICENSE"],
    ["the packages inside Next", "(in next 16"],
    ["React", "Meta Platforms, Inc. and affiliates"],
  ])("name %s", (_, words) => expect(text).toContain(words));

  it("do not depend on the platform's installed binaries", () => {
    const nowhere = packages.map((one) => (one.isOptional ? { ...one, path: "node_modules/nowhere" } : one));
    expect(writeNotices(nowhere)).toBe(text);
  });

  it("cannot be written if a package with bundled code has a new version", () => {
    const newer = packages.map((one) => (one.name === "zxing-wasm" ? { ...one, version: "9.9.9" } : one));
    expect(() => writeNotices(newer)).toThrow("See what lies inside zxing-wasm@9.9.9");
    const idle = inside.filter(({ name }) => !packages.some((one) => name.test(one.name)));
    expect(idle).toEqual([]);
  });

  it("contain a licence text once, with every copyright line", () => {
    const mit = (owner: string, year: string) => ({
      owner,
      licence: "MIT",
      text: `MIT License\n\nCopyright (c) ${year} ${owner}\n\nPermission is hereby\n  granted.\n`,
    });
    const groups = groupTexts([mit("ada", "1843"), mit("grace", "1952")]);
    expect(groups.map(({ body }) => body)).toEqual(["Permission is hereby\n  granted."]);
    expect([...groups[0]!.owners.keys()]).toEqual(["Copyright (c) 1843 ada", "Copyright (c) 1952 grace"]);
  });
});
