import { cellKinds, eyeModules, type Layout, locateEyes } from "../layout";
import type { EyeShape, ModuleShape } from "../schema";
import type { FrameStroke } from "./frame";
import { dotRadius, eyeGeometry, roundedCorner, roundedFillet } from "./shapes";

/** Unit steps right, down, left, up; the next one is a turn to the right. */
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** A closed outline of dark cells, dark on its right-hand side: lengths of its sides, and the turn after each. */
interface Outline {
  x: number;
  y: number;
  sides: { direction: number; length: number; turn: 1 | -1 }[];
}

type IsInk = (kind: number) => boolean;

/** The data of one SVG path over all modules, in module units from the symbol's corner; to be filled non-zero. */
export function traceModules(layout: Layout, shape: ModuleShape, withEyes: boolean): string {
  const isInk: IsInk = (kind) => kind === cellKinds.module || (withEyes && kind === cellKinds.eye);
  if (shape === "dots") return traceDots(layout, isInk);
  const outlines = traceOutlines(layout, isInk);
  return outlines.map(shape === "square" ? writeSquareOutline : writeRoundOutline).join("");
}

/** The data of one path over the three eyes, in module units; to be filled by the even-odd rule. */
export function traceEyes(modules: number, shape: EyeShape): string {
  const { outer, inner, pupil } = eyeGeometry[shape];
  const edge = (eyeModules - pupil.side) / 2;
  return locateEyes(modules)
    .map(
      ([x, y]) =>
        writeRoundedSquare(x, y, eyeModules, outer) +
        writeRoundedSquare(x + 1, y + 1, eyeModules - 2, inner) +
        writeRoundedSquare(x + edge, y + edge, pupil.side, pupil.corner),
    )
    .join("");
}

function traceDots({ modules, module, cells }: Layout, isInk: IsInk): string {
  const radius = dotRadius(module);
  let path = "";
  for (let at = 0; at < cells.length; at++) {
    if (!isInk(cells[at]!)) continue;
    path += writePath([
      ["M", (at % modules) + 0.5 - radius, Math.floor(at / modules) + 0.5],
      ["a", radius, radius, 0, 1, 1, 2 * radius, 0],
      ["a", radius, radius, 0, 1, 1, -2 * radius, 0],
      ["z"],
    ]);
  }
  return path;
}

function traceOutlines({ modules, cells }: Layout, isInk: IsInk): Outline[] {
  const dark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < modules && y < modules && isInk(cells[y * modules + x]!);
  const walked = new Uint8Array(modules * (modules + 1));
  const outlines: Outline[] = [];
  for (let y = 0; y < modules; y++) {
    for (let x = 0; x < modules; x++) {
      // Every outline has a side that runs right along the top of dark cells; it starts where such a side starts.
      const opens = dark(x, y) && !dark(x, y - 1) && (!dark(x - 1, y) || dark(x - 1, y - 1));
      if (opens && !walked[y * modules + x]) outlines.push(walkOutline(x, y, dark, walked, modules));
    }
  }
  return outlines;
}

function walkOutline(
  startX: number,
  startY: number,
  dark: (x: number, y: number) => boolean,
  walked: Uint8Array,
  modules: number,
): Outline {
  const sides: Outline["sides"] = [];
  let x = startX;
  let y = startY;
  let direction = 0;
  do {
    let length = 0;
    let turn: -1 | 0 | 1;
    do {
      if (direction === 0) walked[y * modules + x] = 1;
      const [stepX, stepY] = steps[direction]!;
      x += stepX;
      y += stepY;
      length++;
      turn = findTurn(x, y, direction, dark);
    } while (turn === 0);
    sides.push({ direction, length, turn });
    direction = (direction + turn + 4) % 4;
  } while (x !== startX || y !== startY || direction !== 0);
  return { x: startX, y: startY, sides };
}

/** Right where the cell ahead on the right is light (cells that touch only at a corner stay apart), left at a wall. */
function findTurn(
  x: number,
  y: number,
  direction: number,
  dark: (x: number, y: number) => boolean,
): -1 | 0 | 1 {
  const [aheadX, aheadY] = steps[direction]!;
  const [rightX, rightY] = steps[(direction + 1) % 4]!;
  const cell = (side: 1 | -1) =>
    dark(x + Math.min(0, aheadX + side * rightX), y + Math.min(0, aheadY + side * rightY));
  if (!cell(1)) return 1;
  return cell(-1) ? -1 : 0;
}

function writeSquareOutline({ x, y, sides }: Outline): string {
  // The last side is drawn by closing the path.
  const lines = sides.slice(0, -1).map(({ direction, length }): Command => writeSide(direction, length));
  return writePath([["M", x, y], ...lines, ["z"]]);
}

function writeSide(direction: number, length: number): Command {
  const [stepX, stepY] = steps[direction]!;
  return stepX === 0 ? ["v", stepY * length] : ["h", stepX * length];
}

function writeRoundOutline({ x, y, sides }: Outline): string {
  const radiusAfter = (index: number) => (sides.at(index)!.turn === 1 ? roundedCorner : roundedFillet);
  const commands: Command[] = [["M", x + radiusAfter(-1), y]];
  for (const [index, { direction, length, turn }] of sides.entries()) {
    const radius = radiusAfter(index);
    const straight = length - radiusAfter(index - 1) - radius;
    if (straight > 0) commands.push(writeSide(direction, straight));
    const [aheadX, aheadY] = steps[direction]!;
    const [asideX, asideY] = steps[(direction + turn + 4) % 4]!;
    const sweep = turn === 1 ? 1 : 0;
    commands.push(["a", radius, radius, 0, 0, sweep, (aheadX + asideX) * radius, (aheadY + asideY) * radius]);
  }
  return writePath([...commands, ["z"]]);
}

function writeRoundedSquare(x: number, y: number, side: number, r: number): string {
  if (r === 0) return writePath([["M", x, y], ["h", side], ["v", side], ["h", -side], ["z"]]);
  const flat = side - 2 * r;
  return writePath([
    ["M", x + r, y],
    ["h", flat],
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

type Command = [name: string, ...numbers: number[]];

/** Path data with at most 3 decimals and no needless character. */
function writePath(commands: Command[]): string {
  return commands
    .map(([name, ...numbers]) => name + numbers.map(formatNumber).join(" ").replaceAll(" -", "-"))
    .join("");
}

export function formatNumber(value: number): string {
  const text = String(Math.round(value * 1000) / 1000);
  return text.replace(/^(-?)0\./, "$1.").replace(/^-0$/, "0");
}

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
