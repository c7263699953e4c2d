import { describe, expect, it } from "vitest";
import type { SelectedCode } from "@/lib/codes/schema";
import { planMoves, setParameter } from "./plan-moves";

const code = (id: string, part: Partial<SelectedCode> = {}): SelectedCode => ({
  id,
  name: id,
  type: "url",
  isDynamic: true,
  target: `https://old.example/${id}`,
  tags: [],
  isArchived: false,
  ...part,
});
const codes = [
  code("a"),
  code("b", { target: "https://other.example/old.example" }),
  code("c", { isDynamic: false }),
  code("d", { type: "text", target: null }),
];
const to = (plan: ReturnType<typeof planMoves>) => plan.moves.map((move) => move.to);

describe("a bulk change of targets", () => {
  it("sets one address for all dynamic URL codes and counts the others by reason", () => {
    const plan = planMoves([...codes, code("e", { target: "https://new.example/" })], {
      kind: "one",
      address: " https://new.example/ ",
    });
    expect(plan.moves.map(({ id, from }) => [id, from])).toEqual([
      ["a", "https://old.example/a"],
      ["b", "https://other.example/old.example"],
    ]);
    expect(new Set(to(plan))).toEqual(new Set(["https://new.example/"]));
    expect(plan.left).toEqual({ static: 1, otherType: 1, same: 1 });
  });

  it("replaces text in addresses and reports results that are not addresses as faulty", () => {
    const replace = (find: string, put: string) => planMoves(codes, { kind: "replace", find, put });
    expect(to(replace("https://old.example", "https://new.example"))).toEqual(["https://new.example/a"]);
    expect(replace("https://old.example", "https://new.example").left.same).toBe(1);
    expect(to(replace("$&", "x"))).toEqual([]);
    expect(to(replace("/a", "/$&"))).toEqual(["https://old.example/$&"]);
    const broken = replace("https://old.example/", "nowhere");
    expect([broken.moves, broken.faulty.map((move) => move.to)]).toEqual([[], ["nowherea"]]);
    expect(to(replace("", "x"))).toEqual([]);
  });

  it("sets the filled parameters and leaves out blank ones", () => {
    const values = { utm_source: "table card", utm_medium: " ", utm_campaign: "autumn" };
    expect(to(planMoves([code("a")], { kind: "parameters", values }))).toEqual([
      "https://old.example/a?utm_source=table%20card&utm_campaign=autumn",
    ]);
  });
});

describe("setting a query parameter", () => {
  it.each([
    ["https://a.example", "https://a.example?q=1"],
    ["https://a.example/?", "https://a.example/?q=1"],
    ["https://a.example/?x=%7e#end", "https://a.example/?x=%7e&q=1#end"],
    ["https://a.example/?q=old&x=y&q=older", "https://a.example/?q=1&x=y"],
    ["https://a.example/#?q=no", "https://a.example/?q=1#?q=no"],
    ["https://a.example/?%71=old", "https://a.example/?q=1"],
    ["https://a.example/?%E0=broken", "https://a.example/?%E0=broken&q=1"],
  ])("leaves the rest of %s unchanged", (from, after) => expect(setParameter(from, "q", "1")).toBe(after));
});
