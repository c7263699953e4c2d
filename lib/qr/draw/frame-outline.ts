import type { FrameStroke } from "./frame";
import { type Command, writePath } from "./outline";

/** The data of a frame's centre line in pixels around the picture's middle, from the middle of its top clockwise. */
export function traceFrame({ half, line }: FrameStroke, middle: number): string {
  if (line.kind === "superellipse") return traceSuperellipse(middle, half, line.exponent);
  const r = line.corner;
  const flat = 2 * (half - r);
  return writePath([
    ["M", middle, middle - half],
    ["h", flat / 2],
    ["a", r, r, 0, 0, 1, r, r],
    ["v", flat],
    ["a", r, r, 0, 0, 1, -r, r],
    ["h", -flat],
    ["a", r, r, 0, 0, 1, -r, -r],
    ["v", -flat],
    ["a", r, r, 0, 0, 1, r, -r],
    ["z"],
  ]);
}

/** Parts of an eighth of a superellipse; each is a parabola that shares points and tangents with it, within 0.1 pixel. */
const eighthParts = 8;

function traceSuperellipse(middle: number, half: number, exponent: number): string {
  if (exponent === 2) {
    return writePath([
      ["M", middle, middle - half],
      ["a", half, half, 0, 1, 1, 0, 2 * half],
      ["a", half, half, 0, 1, 1, 0, -2 * half],
      ["z"],
    ]);
  }
  const quarter = sampleQuarter(half, exponent);
  const commands: Command[] = [["M", middle, middle - half]];
  for (let turn = 0; turn < 4; turn++) {
    for (let at = 1; at < quarter.length; at++) {
      const [from, to] = [quarter[at - 1]!, quarter[at]!].map((point) => rotate(point, turn)) as [
        Point,
        Point,
      ];
      const bend = meetTangents(from, to);
      commands.push(["Q", middle + bend.x, middle + bend.y, middle + to.x, middle + to.y]);
    }
  }
  return writePath([...commands, ["z"]]);
}

/** A point around the middle and the direction of the line there. */
interface Point {
  x: number;
  y: number;
  angle: number;
}

/** The quarter from the middle of the top to the middle of the right, denser where it begins to bend. */
function sampleQuarter(half: number, exponent: number): Point[] {
  const eighth = Array.from({ length: eighthParts + 1 }, (_, part): Point => {
    const angle = (Math.PI / 4) * (part / eighthParts) ** 2;
    const ratio = Math.tan(angle) ** (1 / (exponent - 1));
    const far = half / (1 + ratio ** exponent) ** (1 / exponent);
    return { x: ratio * far, y: -far, angle };
  });
  const mirrored = eighth
    .slice(0, -1)
    .reverse()
    .map(({ x, y, angle }): Point => ({ x: -y, y: -x, angle: Math.PI / 2 - angle }));
  return [...eighth, ...mirrored];
}

function rotate({ x, y, angle }: Point, quarters: number): Point {
  const turned = { x, y, angle: angle + (quarters * Math.PI) / 2 };
  for (let turn = 0; turn < quarters; turn++) [turned.x, turned.y] = [-turned.y, turned.x];
  return turned;
}

function meetTangents(from: Point, to: Point): { x: number; y: number } {
  const turn = Math.sin(to.angle - from.angle);
  const share = ((to.x - from.x) * Math.sin(to.angle) - (to.y - from.y) * Math.cos(to.angle)) / turn;
  return { x: from.x + share * Math.cos(from.angle), y: from.y + share * Math.sin(from.angle) };
}
