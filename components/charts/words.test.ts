import { expect, it } from "vitest";
import { namePoints } from "./series";

const point = (at: string) => ({ at, count: 0, previous: null });

it("hours repeated at the end of summer time are labelled with their UTC offset", () => {
  const hours = ["2025-10-25T23:00", "2025-10-26T00:00", "2025-10-26T01:00", "2025-10-26T02:00"];
  const points = hours.map((at) => point(`${at}:00.000Z`));
  expect(namePoints({ unit: "hour", points }, "Europe/Oslo").map(({ long }) => long)).toEqual([
    "01:00 to 02:00",
    "02:00 to 02:00, GMT+2",
    "02:00 to 03:00, GMT+1",
    "03:00 to 04:00",
  ]);
});

it("day labels include the year if the days are in two different years", () => {
  const long = (...days: string[]) =>
    namePoints({ unit: "day", points: days.map(point) }, "UTC").map((words) => words.long);
  expect(long("2025-11-22", "2026-11-21")).toEqual([
    "Saturday 22 November 2025",
    "Saturday 21 November 2026",
  ]);
  expect(long("2026-11-20", "2026-11-21")).toEqual(["Friday 20 November", "Saturday 21 November"]);
});
