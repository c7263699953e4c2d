import { describe, expect, it } from "vitest";
import { listTargetMarks, namePoints, placeMarks } from "./series";

const point = (at: string) => ({ at, count: 0, previous: null });
const mark = (at: string) => ({ at, words: "a → b" });

describe("marks on a chart", () => {
  it("appear on their day in the time zone, in order of time, and not outside the chart", () => {
    const points = ["2026-11-20", "2026-11-21"].map(point);
    const marks = [
      "2026-11-20T22:30:00Z",
      "2026-11-20T12:00:00Z",
      "2026-11-20T23:30:00Z",
      "2026-11-19T12:00:00Z",
    ];
    const placed = placeMarks({ unit: "day", points }, marks.map(mark), "Europe/Oslo");
    expect([...placed]).toEqual([
      [0, ["13:00, a → b", "23:30, a → b"]],
      [1, ["00:30, a → b"]],
    ]);
  });

  it("appear at their hour, and not outside the chart", () => {
    const points = ["2026-11-20T10:00:00.000Z", "2026-11-20T11:00:00.000Z"].map(point);
    const marks = [
      "2026-11-20T09:59:59Z",
      "2026-11-20T10:59:59Z",
      "2026-11-20T11:59:59Z",
      "2026-11-20T12:00:00Z",
    ];
    const placed = placeMarks({ unit: "hour", points }, marks.map(mark), "UTC");
    expect([...placed.keys()]).toEqual([0, 1]);
  });
});

describe("marks of target changes", () => {
  const change = (...contents: string[]) =>
    listTargetMarks(
      contents.map((content, place) => ({ content, setAt: `2026-11-2${9 - place}T10:00:00.000Z` })),
    );

  it("name both hosts, and also both paths if the host stays the same", () => {
    expect(change("https://c.example/x", "https://a.example/y", "https://a.example/z?q=1")).toEqual([
      { at: "2026-11-29T10:00:00.000Z", words: "a.example → c.example" },
      { at: "2026-11-28T10:00:00.000Z", words: "a.example/z?q=1 → a.example/y" },
    ]);
  });

  it("say “Content changed” for other content, and are absent if the content stays the same", () => {
    expect(change("Open", "Open", "Closed")).toEqual([
      { at: "2026-11-28T10:00:00.000Z", words: "Content changed" },
    ]);
  });
});

it("the chart labels the last day “Today” only while the period is running", () => {
  const points = ["2026-11-20", "2026-11-21"].map(point);
  const shorts = (isRunning: boolean) =>
    namePoints({ unit: "day", points, isRunning }, "UTC").map(({ short }) => short);
  expect(shorts(true)).toEqual(["20 Nov", "Today"]);
  expect(shorts(false)).toEqual(["20 Nov", "21 Nov"]);
});
