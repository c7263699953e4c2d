import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { standIns } from "../../support/deploy/machine";
import { pages, readBlocks } from "../../support/deploy/operate-pages";

const root = new URL("../../..", import.meta.url).pathname;
const blocks = pages.flatMap((page) =>
  readBlocks(page).map((block, place) => [`${page} ${place + 1}`, block] as const),
);
/** What operate.long.test.ts runs, as it names it. */
const ran = [
  ...readFileSync(new URL("operate.long.test.ts", import.meta.url), "utf8").matchAll(
    / run\("([\w-]+)", (\d+)/g,
  ),
].map(([, page, place]) => `${page} ${place}`);

describe("commands in docs/operate", () => {
  it.each(blocks)("%s is valid bash", (_, block) => {
    const { status, stderr } = spawnSync("bash", ["-n"], { input: block, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("are each run once by operate.long.test.ts", () => {
    expect(ran.sort()).toEqual(blocks.map(([name]) => name).sort());
  });

  it("use every program that has a stand-in", () => {
    const called =
      blocks.map(([, block]) => block).join("\n") + readFileSync(`${root}deploy/quietzone-admin`, "utf8");
    for (const program of Object.keys(standIns)) expect(called).toMatch(new RegExp(`\\b${program} `));
  });

  it("are in fenced blocks with a language", () => {
    for (const page of pages) {
      const text = readFileSync(`${root}docs/operate/${page}.md`, "utf8");
      const kinds = [...text.matchAll(/^ *```(\w*)$/gm)].map(([, kind]) => kind);
      for (const [place, kind] of kinds.entries()) {
        if (place % 2 === 0 && page !== "traces") expect(["sh", "yaml", "sql"], page).toContain(kind);
      }
    }
  });
});

describe("systemd units", () => {
  const units = readdirSync(`${root}deploy`).filter((name) => /\.(?:service|timer)$/.test(name));

  it.each(units)("%s passes systemd-analyze verify", (unit) => {
    const { status, stderr, error } = spawnSync("systemd-analyze", ["verify", `${root}deploy/${unit}`], {
      encoding: "utf8",
    });
    expect(error, "systemd-analyze is missing: install Debian's package systemd").toBeUndefined();
    // The programs and folders of a real machine are not there.
    const faults = stderr
      .split("\n")
      .filter((line) => line.includes(unit) && !/is not executable/.test(line));
    expect([faults, status === 0 || /is not executable/.test(stderr)]).toEqual([[], true]);
  });
});
