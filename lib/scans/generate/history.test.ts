import { describe, expect, it } from "vitest";
import { readAgent } from "../user-agent";
import { unknown } from "../visit";
import { type MadeCall, makeHistory, places, userAgents } from "./history";
import { families, machines } from "./visitors";

const dayMs = 86_400_000;
/** A Monday in Berlin's winter, so that no clock changes within four weeks. */
const from = Date.UTC(2026, 0, 5) - 3_600_000;
const plan = { from, to: from + 28 * dayMs, count: 100_000, codes: 20, seed: 7 };

const calls = [...makeHistory(plan)];
const scans = calls.filter(({ machine }) => machine < 0);
const countBy = <Key>(list: readonly MadeCall[], keyOf: (call: MadeCall) => Key) => {
  const counts = new Map<Key, number>();
  for (const call of list) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1);
  return counts;
};
const inGermany = scans.filter(({ place }) => places[place]!.country === "DE");
const localTime = ({ at }: MadeCall) => at - from;

describe("makeHistory", () => {
  it("generates exactly the requested scans, each at its own millisecond within the range", () => {
    expect(scans).toHaveLength(plan.count);
    expect(calls.every(({ at }, index) => at > (calls[index - 1]?.at ?? plan.from - 1))).toBe(true);
    expect(calls.at(-1)!.at).toBeLessThan(plan.to);
  });

  it("generates the same history for the same seed and another for a different seed", () => {
    const small = { ...plan, count: 2_000 };
    const again = [...makeHistory(small)];
    expect([...makeHistory(small)]).toEqual(again);
    expect([...makeHistory({ ...small, seed: 8 })]).not.toEqual(again);
  });

  it("has few scans at night and peaks at noon and in the evening, by local time", () => {
    for (const [country, offset] of Object.entries({ DE: 1, US: -6, JP: 9, IN: 5.5 })) {
      const own = scans.filter(({ place }) => places[place]!.country === country);
      const hours = countBy(own, ({ at }) => new Date(at + offset * 3_600_000).getUTCHours());
      const sum = (...list: number[]) => list.reduce((total, hour) => total + (hours.get(hour) ?? 0), 0);
      expect(sum(12, 13), country).toBeGreaterThan(5 * sum(2, 3));
      expect(sum(18, 19), country).toBeGreaterThan(sum(15, 16));
    }
  });

  it("has more scans on Fridays and Saturdays than on Mondays and Tuesdays", () => {
    const days = countBy(inGermany, (call) => Math.floor(localTime(call) / dayMs) % 7);
    expect(days.size).toBe(7);
    expect(days.get(4)! + days.get(5)!).toBeGreaterThan(1.1 * (days.get(0)! + days.get(1)!));
  });

  it("gives a few codes most of the scans, and every code some", () => {
    const counts = [...countBy(scans, ({ code }) => code).values()].sort((a, b) => b - a);
    expect(counts).toHaveLength(plan.codes);
    expect(counts.slice(0, 5).reduce((sum, count) => sum + count)).toBeGreaterThan(plan.count / 2);
  });

  it("lets visitors return within a day with the same place and browser, but never on another day", () => {
    const persons = countBy(scans, ({ visitor }) => visitor.join());
    const returned = [...persons.values()].filter((visits) => visits > 1);
    expect(returned.length).toBeGreaterThan(plan.count / 20);
    const kinds = countBy(scans, ({ at, place, agent, visitor }) =>
      [...visitor, Math.floor(at / dayMs), place, agent].join(),
    );
    expect(kinds.size).toBe(persons.size);
  });

  it("adds about one automated call per twenty scans", () => {
    const amount = calls.length - scans.length;
    expect(amount).toBeGreaterThan(plan.count * 0.04);
    expect(amount).toBeLessThan(plan.count * 0.08);
  });

  it("fills short time ranges and single scans exactly", () => {
    for (const count of [1, 2, 500]) {
      const short = [...makeHistory({ ...plan, to: plan.from + dayMs, count, codes: 1 })];
      expect(short.filter(({ machine }) => machine < 0)).toHaveLength(count);
    }
  });
});

describe("generated visitors", () => {
  it("have user agents with known labels that are not taken for bots", () => {
    for (const userAgent of userAgents) {
      const agent = readAgent(userAgent);
      expect(agent.automaton, userAgent).toBeNull();
      expect([agent.device, agent.os, agent.browser], userAgent).not.toContain(unknown);
    }
  });

  it("have iOS on iPhones and Android on Android phones", () => {
    for (const { on, userAgents: own } of families.filter(({ on }) => on !== "other")) {
      const system = on === "iPhone" ? "iOS" : "Android";
      for (const userAgent of own)
        expect(readAgent(userAgent)).toMatchObject({ device: "Mobile", os: system });
    }
  });

  it("include bots that are excluded for the same reason as in a real request", () => {
    for (const { reason, userAgent } of machines) {
      if (reason === "bot" || reason === "preview") expect(readAgent(userAgent).automaton).toBe(reason);
    }
  });

  it("include cities of the same name in two countries, and an unknown city", () => {
    expect(places.filter(({ city }) => city === "London").map(({ country }) => country)).toEqual([
      "GB",
      "CA",
    ]);
    expect(places).toContainEqual(expect.objectContaining({ country: "DE", city: unknown }));
  });
});
