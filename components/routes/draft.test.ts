import { describe, expect, it } from "vitest";
import type { Route } from "@/lib/routes";
import {
  controlOfRouting,
  findRoutingFaults,
  formatRoutingFault,
  moveRoute,
  newRouteId,
  noRouting,
  openRouting,
  readRouting,
} from "./draft";
import { templates } from "./rule-list";

const rule = (id: string): Route => ({ id, when: { os: ["iOS"] }, to: `https://halden.example/${id}` });

describe("smart targets in the editor", () => {
  it("are read back as they were stored", () => {
    const stored = {
      routes: [
        rule("a"),
        {
          id: "b",
          when: { hours: { from: "18:00", until: "02:00" }, timezone: "Europe/Berlin" },
          to: "https://b.example",
        },
        {
          id: "c",
          split: [
            { to: "https://a.example", weight: 1 },
            { name: "B", to: "https://b.example", weight: 2 },
          ],
        },
      ],
      utm: { source: "poster" },
      passQuery: true,
    };
    expect(readRouting(openRouting(stored))).toEqual(stored);
    expect(readRouting(noRouting)).toEqual({});
  });

  it("are sent without empty fields", () => {
    const when = {
      os: ["iOS"],
      countries: [],
      hours: { from: "", until: "" },
      dates: { from: "" },
      timezone: "Europe/Berlin",
    };
    const routes = [{ id: "a", name: " ", when, to: " https://a.example " }];
    expect(readRouting({ ...noRouting, routes, utm: { ...noRouting.utm, source: " " } })).toEqual({
      routes: [{ id: "a", when: { os: ["iOS"] }, to: "https://a.example" }],
    });
  });

  it("have an error for each missing address, scheme, condition and time", () => {
    expect(
      findRoutingFaults([
        rule("a"),
        { id: "b", when: { os: [] }, to: "" },
        {
          id: "c",
          split: [
            { to: "a.example", weight: 1 },
            { to: "https://b.example", weight: 1 },
          ],
        },
        { id: "d", when: { hours: { from: "18:00", until: "" } }, to: "https://d.example" },
      ]),
    ).toEqual({
      "routes.1.to": "Enter an address: start with https://.",
      "routes.1.when": "Choose at least one condition.",
      "routes.2.split.0.to": "Start with https://.",
      "routes.3.hours": "Enter both times, like 18:00 and 02:00.",
    });
  });

  it.each([
    ["settings.routes", "routes"],
    ["settings.routes[3]", "routes.3"],
    ["settings.routes[0].to", "routes.0.to"],
    ["settings.routes.0.when", "routes.0.when"],
    ["settings.routes[0].when.countries[2]", "routes.0.countries"],
    ["settings.routes[0].when.hours.from", "routes.0.hours"],
    ["settings.routes[12].split", "routes.12.split"],
    ["settings.routes[12].split[1].to", "routes.12.split.1.to"],
    ["settings.utm.source", "utm.source"],
    ["settings.appendScanId", "appendScanId"],
    ["settings.color.dark", null],
    ["content", null],
  ])("show an error for %s at the control %s", (field, control) => {
    expect(controlOfRouting(field)).toBe(control);
  });

  it("show error messages without the path of the field", () => {
    expect(formatRoutingFault("Settings.routes.0.to must be an address.")).toBe("This must be an address.");
    expect(formatRoutingFault("Settings.routes.0.when.os.1 must be a system.")).toBe(
      "This must be a system.",
    );
    expect(formatRoutingFault("Another preset has this name.")).toBe("Another preset has this name.");
  });

  it("keep the order of the other rules when one moves", () => {
    const routes = ["a", "b", "c", "d"].map(rule);
    const order = (from: number, to: number) =>
      moveRoute(routes, from, to)
        .map(({ id }) => id)
        .join("");
    expect([order(0, 2), order(3, 0), order(1, 1), order(9, 0)]).toEqual(["bcad", "dabc", "abcd", "abcd"]);
  });

  it("give new rules unique ids of 8 letters and digits", () => {
    const ids = Array.from({ length: 500 }, newRouteId);
    expect(ids.every((id) => /^[0-9A-Za-z]{8}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(500);
  });
});

describe("templates", () => {
  it.each(templates)("$name leaves only addresses to complete", ({ make }) => {
    const routes = make("https://halden.example", "Europe/Berlin").map((route, place) => ({
      ...route,
      id: String(place),
    }));
    const faults = Object.keys(findRoutingFaults(routes));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every((control) => control.endsWith(".to"))).toBe(true);
  });
});
