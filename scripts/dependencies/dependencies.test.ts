import { describe, expect, it } from "vitest";
import { findFaults, isWithin } from "./find-faults.mjs";
import { isPermitted, licenceOf } from "./licences.mjs";
import { readCheckout, readLockfile } from "./lockfile.mjs";

const hash = "sha512-AAAA";
const checkout = readCheckout();

/** What is wrong with this checkout once a package more is in its lockfile. */
function faultsWith(entry: object, path = "node_modules/newcomer"): string[] {
  const packages = {
    "": {},
    [path]: { version: "1.0.0", license: "MIT", integrity: hash, ...entry },
  };
  const [added] = readLockfile(JSON.stringify({ lockfileVersion: 3, packages }));
  return findFaults({ ...checkout, packages: [...checkout.packages, added!] }).faults;
}

describe("O6: the dependency check", () => {
  it("finds no fault in this checkout", () => {
    expect(checkout.packages.length).toBeGreaterThan(500);
    expect(findFaults(checkout).faults).toEqual([]);
    expect(faultsWith({})).toEqual([]);
  });

  it.each([
    ["GPL", { license: "GPL-3.0-only" }, "is under GPL-3.0-only"],
    ["AGPL, even for development", { license: "AGPL-3.0", dev: true }, "(development) is under AGPL-3.0"],
    ["LGPL without an exception", { license: "LGPL-3.0-or-later" }, "is under LGPL-3.0-or-later"],
    ["a missing licence", { license: undefined }, "names no licence"],
    ["a licence in prose", { license: "SEE LICENSE IN LICENSE" }, "is under SEE LICENSE IN LICENSE"],
    [
      "another registry",
      { resolved: "https://npm.example.com/a.tgz" },
      "comes from https://npm.example.com/a.tgz",
    ],
    ["a Git repository", { resolved: "git+ssh://git@github.com/a/b.git#1" }, "comes from git+ssh://"],
    ["a local folder", { link: true, resolved: "../a" }, "comes from link:../a"],
    ["a missing hash", { integrity: undefined }, "without a SHA-512"],
    ["a weak hash", { integrity: "sha1-AAAA" }, "without a SHA-512"],
    ["an install script", { hasInstallScript: true }, "has an install script"],
    ["a deprecated package", { deprecated: "use another" }, "is deprecated: use another"],
    ["a newer Node", { engines: { node: ">=22.12" } }, "is for Node >=22.12; this service promises 20.19.0"],
    ["a tag instead of a version", { version: "latest" }, 'is locked as "latest"'],
  ])("rejects %s", (_, entry, sentence) => {
    const [fault, ...others] = faultsWith(entry);
    expect(fault).toMatch(/^newcomer/);
    expect(fault).toContain(sentence);
    expect(others).toEqual([]);
  });

  it("accepts the npm registry, and platform-specific binaries without a hash", () => {
    expect(faultsWith({ resolved: "https://registry.npmjs.org/a/-/a-1.0.0.tgz" })).toEqual([]);
    expect(faultsWith({ integrity: undefined, optional: true, os: ["win32"] })).toEqual([]);
    expect(faultsWith({ integrity: undefined, optional: true })).toHaveLength(1);
  });

  it("finds a hash for every Linux glibc package on x64 and arm64", () => {
    const unsealed = checkout.packages.filter(({ integrity }) => integrity === undefined);
    expect(unsealed.filter(({ name }) => /linux-(?:x64|arm64)(?!-musl)/.test(name))).toEqual([]);
  });

  it.each([
    ["dependencies", { newcomer: "^1.0.0" }],
    ["devDependencies", { newcomer: "latest" }],
    ["overrides", { other: { newcomer: "~1.0.0" } }],
  ])("rejects an unpinned version in %s", (list, versions) => {
    const manifest = { ...checkout.manifest, [list]: { ...checkout.manifest[list], ...versions } };
    expect(findFaults({ ...checkout, manifests: [manifest] }).faults).toEqual([
      expect.stringMatching(/^newcomer is asked for as/),
    ]);
  });

  it("requires ignore-scripts=true, and allows exceptions only for installed packages", () => {
    const npmrcs = { ...checkout.npmrcs, "tools/.npmrc": "save-exact=true\n" };
    expect(findFaults({ ...checkout, npmrcs }).faults).toEqual([
      "tools/.npmrc lets install scripts run; write ignore-scripts=true",
    ]);
    const packages = checkout.packages.filter(({ name }) => name !== "geist");
    expect(findFaults({ ...checkout, packages }).faults).toEqual([expect.stringContaining("/^geist$/")]);
  });

  it("rejects a lockfile of version 1", () => {
    expect(() => readLockfile('{"lockfileVersion":1,"dependencies":{}}')).toThrow("with npm 7 or later");
  });
});

describe("the licence rules", () => {
  it.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0-only)", true],
    ["MIT AND GPL-3.0-only", false],
    ["MIT AND ISC AND BSD-3-Clause", true],
    ["GPL-2.0-only OR AGPL-3.0-only", false],
    ["MIT OR (Apache-2.0 AND GPL-3.0-only)", false],
    ["LGPL-3.0-or-later", false],
    ["", false],
  ])("permit %j: %s", (expression, expected) => expect(isPermitted("newcomer", expression)).toBe(expected));

  it("know the licence of every package, including those of other platforms", () => {
    const unknown = checkout.packages.filter((locked) => licenceOf(locked, checkout.packages) === undefined);
    expect(unknown).toEqual([]);
    const named = (name: string) => checkout.packages.find((locked) => locked.name === name)!;
    expect(licenceOf(named("@next/swc-win32-x64-msvc"), checkout.packages)).toBe("MIT");
    expect(licenceOf(named("geist"), checkout.packages)).toBe("OFL-1.1");
  });
});

describe("a range of Node versions", () => {
  it.each([
    [">=20.19.0", true],
    [">=20.20", false],
    ["^20.9 || >=22.1", true],
    ["^18 || ^22", false],
    [">=18 <20", false],
    [">=18 <=20", true],
    [">20", false],
    ["20.x", true],
    ["10.* || 20.19.*", true],
    ["~20.18", false],
    ["^20.12||^22.13||>=24.0", true],
    ["<20.19.0", false],
    ["^0.19", false],
    ["*", true],
    ["", true],
  ])("%j includes 20.19.0: %s", (range, expected) => expect(isWithin("20.19.0", range)).toBe(expected));

  it("is rejected if it cannot be parsed", () => {
    expect(() => isWithin("20.19.0", "node 20")).toThrow('"node 20" is no range');
  });
});
