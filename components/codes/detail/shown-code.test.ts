import { describe, expect, it } from "vitest";
import type { Target } from "@/lib/codes/schema";
import { describeTargets } from "./shown-code";

const target = (content: string, setAt: string | null, more: Partial<Target> = {}): Target => ({
  id: setAt,
  current: false,
  content,
  fallbackUrl: null,
  routes: [],
  setAt,
  setBy: null,
  ...more,
});
const telling = { type: "url", zone: "Europe/Oslo", nowMs: Date.parse("2026-11-20T12:00:00Z") } as const;
const tell = (targets: Target[]) => describeTargets(targets, telling).map(({ what, when }) => [what, when]);

describe("the target history", () => {
  it("shows paths on the current host and addresses on others, with days and authors", () => {
    expect(
      tell([
        target("https://halden.example/menu/autumn", "2026-09-30T23:30:00Z", {
          setBy: { kind: "user", id: "1", name: "Ingrid" },
        }),
        target("https://halden.example/menu?season=summer", "2026-06-01T10:00:00Z", {
          setBy: { kind: "key", id: "2", name: null },
        }),
        target("http://other.example/", "2025-12-31T22:00:00Z", {
          setBy: { kind: "operator", id: null, name: null },
        }),
      ]),
    ).toEqual([
      ["/menu/autumn", "Since 1 Oct, by Ingrid"],
      ["/menu?season=summer", "1 Jun to 1 Oct, by a key"],
      ["other.example", "31 Dec 2025 to 1 Jun, by the operator"],
    ]);
  });

  it("shows how many rules each target had and how they changed", () => {
    const rule = { id: "a", when: { os: ["iOS"] }, to: "https://halden.example/ios" };
    const lists = [[], [rule, { ...rule, id: "b" }], [rule], [rule], []];
    const targets = lists.map((routes, place) =>
      target("https://halden.example", `2026-0${9 - place}-01T10:00:00Z`, { routes }),
    );
    expect(describeTargets(targets, telling).map(({ rules }) => rules)).toEqual([
      "Rules removed",
      "2 rules, changed",
      "1 rule",
      "1 rule added",
      null,
    ]);
  });

  it("leaves out the current year of the time zone", () => {
    const [newYear, before] = ["2025-12-31T23:30:00Z", "2025-12-31T22:30:00Z"];
    expect(
      tell([target("https://halden.example/b", newYear), target("https://halden.example/a", before)]),
    ).toEqual([
      ["/b", "Since 1 Jan"],
      ["/a", "31 Dec 2025 to 1 Jan"],
    ]);
  });

  it("shows a single day once, and the host if there is no path", () => {
    expect(
      tell([
        target("https://halden.example", "2026-11-20T09:00:00Z"),
        target("https://halden.example/a", "2026-11-20T08:00:00Z"),
      ]),
    ).toEqual([
      ["halden.example", "Since 20 Nov"],
      ["/a", "20 Nov"],
    ]);
  });
});
