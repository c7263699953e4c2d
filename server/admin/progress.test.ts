import { expect, it } from "vitest";
import { Progress } from "./progress";

function newScreen(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

it("updates one line on a terminal, and ends it when done", () => {
  const screen = newScreen(true);
  const progress = new Progress("Scans", screen);
  for (const done of [1_000, 2_500, 4_000]) progress.show(done, 4_000);
  expect(screen.written).toHaveLength(3);
  for (const text of screen.written) expect(text).toMatch(/^\rScans: [\d,]+ of 4,000 \(\d+ %\), /);
  expect(screen.written.map((text) => text.endsWith("\n"))).toEqual([false, false, true]);
});

it("prints a line per tenth when the output is not a terminal", () => {
  const screen = newScreen(false);
  const progress = new Progress("Scans", screen);
  for (let done = 1; done <= 95; done++) progress.show(done, 100);
  expect(screen.written.map((text) => /^Scans: (\d+) of 100 .* left\n$/.exec(text)?.[1])).toEqual(
    [10, 20, 30, 40, 50, 60, 70, 80, 90].map(String),
  );
});
