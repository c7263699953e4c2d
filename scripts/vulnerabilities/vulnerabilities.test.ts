import { spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { type Locked, readCheckout } from "../dependencies/lockfile.mjs";
import { compareVersions, findVulnerable, splitAccepted } from "./find-vulnerable.mjs";
import { readRecords } from "./read-records.mjs";

const folder = mkdtempSync(join(tmpdir(), "records-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A record of OSV as GitHub's advisories are written. */
function writeRecord(events: object[], also: object = {}, affected: object = {}) {
  return {
    id: "GHSA-aaaa-bbbb-cccc",
    modified: "2026-11-20T00:00:00Z",
    aliases: ["CVE-2026-1"],
    summary: "Escapes too little",
    database_specific: { severity: "HIGH" },
    affected: [
      { package: { ecosystem: "npm", name: "mark" }, ranges: [{ type: "SEMVER", events }], ...affected },
    ],
    ...also,
  };
}

const lock = (version: string, name = "mark") => ({ name, version, isDevelopment: false }) as Locked;
const isFound = (record: object, version: string) =>
  findVulnerable(record, new Map([["mark", [lock(version)]]])).length === 1;

const introduced = (version: string) => ({ introduced: version });
const fixed = (version: string) => ({ fixed: version });

describe("O6: a package in the vulnerability check", () => {
  const twice = [introduced("3.0.0"), fixed("3.1.4"), introduced("0"), fixed("2.5.0")];

  it.each([
    ["2.4.9", true],
    ["2.5.0", false],
    ["2.5.0-rc.1", true],
    ["0.0.1", true],
    ["3.0.0-beta", false],
    ["3.0.0", true],
    ["3.1.3", true],
    ["3.1.4", false],
    ["10.0.0", false],
  ])("of version %s is affected by two ranges: %s", (version, expected) =>
    expect(isFound(writeRecord(twice), version)).toBe(expected),
  );

  it("is affected up to the last affected version, or in all versions if the range has no end", () => {
    const last = writeRecord([introduced("1.0.0"), { last_affected: "1.9.0" }]);
    expect(["0.9.9", "1.0.0", "1.9.0", "1.9.1"].map((version) => isFound(last, version))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isFound(writeRecord([introduced("0")]), "99.0.0")).toBe(true);
  });

  it("is affected if a record lists its exact version", () => {
    const named = { ranges: [], versions: ["1.2.3"] };
    expect(isFound(writeRecord([], {}, named), "1.2.3")).toBe(true);
    expect(isFound(writeRecord([], {}, named), "1.2.4")).toBe(false);
  });

  it("is not affected by a withdrawn record or one of another name, registry or range type", () => {
    const all = [introduced("0")];
    expect(isFound(writeRecord(all, { withdrawn: "2026-11-01T00:00:00Z" }), "1.0.0")).toBe(false);
    const of = (name: string, ecosystem: string) => ({ package: { name, ecosystem } });
    expect(isFound(writeRecord(all, {}, of("mark", "PyPI")), "1.0.0")).toBe(false);
    expect(isFound(writeRecord(all, {}, of("mark-down", "npm")), "1.0.0")).toBe(false);
    expect(isFound(writeRecord(all, {}, { ranges: [{ type: "GIT", events: all }] }), "1.0.0")).toBe(false);
  });

  it("is reported as affected if a range cannot be parsed", () => {
    expect(isFound(writeRecord([introduced("0"), fixed("two")]), "1.0.0")).toBe(true);
  });

  it("is reported with the ids and fixed versions of the record", () => {
    const [finding] = findVulnerable(writeRecord(twice), new Map([["mark", [lock("3.0.1")]]]));
    expect(finding).toMatchObject({ ids: ["GHSA-aaaa-bbbb-cccc", "CVE-2026-1"], fixed: ["3.1.4", "2.5.0"] });
  });
});

describe("versions", () => {
  it("are ordered as in semver.org §11", () => {
    const order =
      "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0";
    const versions = [...order.split(" "), "1.0.1", "1.2.0", "1.10.0", "2.0.0", "99999999999999999999.0.0"];
    for (const [at, version] of versions.entries()) {
      const orders = versions.map((other) => Math.sign(compareVersions(version, other)));
      expect(orders).toEqual(versions.map((_, index) => Math.sign(at - index)));
    }
    expect(compareVersions("1.0.0+build", "v1.0.0")).toBe(0);
    expect(() => compareVersions("1.0", "1.0.0")).toThrow('"1.0" is no version');
  });
});

describe("a vulnerability exception", () => {
  const today = new Date("2026-11-22");
  const findings = findVulnerable(writeRecord([introduced("0")]), new Map([["mark", [lock("1.0.0")]]]));
  const exception = {
    id: "CVE-2026-1",
    package: "mark",
    reason: "We never hand it what a stranger wrote.",
    until: "2027-01-31",
  };

  it.each([
    ["applies before its end date", {}, 0],
    ["applies on its end date", { until: "2026-11-22" }, 0],
    ["does not apply after its end date", { until: "2026-11-21" }, 1],
    ["applies only to its own package", { package: "other" }, 1],
    ["applies only to its own vulnerability", { id: "CVE-2026-2" }, 1],
  ])("%s", (_, change, expected) => {
    const { open, letBe, faults } = splitAccepted(findings, [{ ...exception, ...change }], today);
    expect([open.length, letBe.length, faults]).toEqual([expected, 1 - expected, []]);
  });

  it.each([
    [{ reason: "fine" }, "say in a sentence"],
    [{ until: "soon" }, "a day such as 2027-01-31"],
    [{ until: "2028-01-31" }, "more than 180 days away"],
    [{ package: "" }, "names an id and a package"],
  ])("is rejected with %j", (change, sentence) => {
    const { faults } = splitAccepted(findings, [{ ...exception, ...change }], today);
    expect(faults).toEqual([expect.stringContaining(sentence)]);
  });
});

describe("npm run check:vulnerabilities", () => {
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/check-vulnerabilities.mjs", ...args], {
      encoding: "utf8",
    });
    return { status, stderr };
  };
  const next = readCheckout().packages.find(({ path }) => path === "node_modules/next")!;
  const ofNext = { package: { ecosystem: "npm", name: "next" } };
  const harmful = writeRecord([introduced("0"), fixed("99.0.0")], {}, ofNext);
  const harmless = writeRecord([introduced("0"), fixed("1.0.0")], { id: "GHSA-old" }, ofNext);
  const place = (name: string, records: object[]) => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const [index, record] of records.entries()) {
      writeFileSync(join(path, `${index}.json`), JSON.stringify(record));
    }
    return path;
  };

  it("lists the vulnerabilities to fix from a folder of records", () => {
    const { status, stderr } = run(place("harmful", [harmful, harmless]));
    expect(stderr).toBe(
      `GHSA-aaaa-bbbb-cccc next@${next.version} (production, high): Escapes too little; fixed in 99.0.0\n` +
        "vulnerabilities: 2 records, the newest of 2026-11-20; 1 to act on, 0 let be\n",
    );
    expect(status).toBe(1);
  });

  it("passes if no package is vulnerable", () => {
    expect(run(place("harmless", [harmless])).status).toBe(0);
  });

  it("reads a ZIP file of records", async () => {
    const zip = new ZipFile();
    for (let at = 0; at < 300; at += 1) {
      zip.addBuffer(Buffer.from(JSON.stringify({ ...harmless, id: `GHSA-${at}` })), `GHSA-${at}.json`);
    }
    zip.addBuffer(Buffer.from(JSON.stringify(harmful)), "GHSA-aaaa-bbbb-cccc.json");
    zip.end();
    const path = join(folder, "all.zip");
    await pipeline(zip.outputStream as NodeJS.ReadableStream, createWriteStream(path));
    const ids = [];
    for await (const record of readRecords(path)) ids.push((record as { id: string }).id);
    expect(ids).toHaveLength(301);
    expect(run(path)).toMatchObject({ status: 1, stderr: expect.stringContaining("301 records") });
  });

  it.each([
    ["nothing", () => [], "Name a folder of records"],
    ["a missing folder", () => [join(folder, "none")], "no such file"],
    ["a folder without npm records", () => [place("empty", [])], "holds no record of a package of npm"],
  ])("explains what input it needs if given %s", (_, args, sentence) => {
    const { status, stderr } = run(...args());
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain("curl -O https://");
  });

  it("fails for a truncated record or ZIP file", () => {
    const path = place("cut", [harmless]);
    writeFileSync(join(path, "cut.json"), '{"id":');
    writeFileSync(join(folder, "cut.zip"), "PK\u0003\u0004");
    expect(run(path)).toMatchObject({ status: 1, stderr: expect.stringContaining("cut.json is no JSON") });
    expect(run(join(folder, "cut.zip")).status).toBe(1);
  });
});
