import sharp from "sharp";
import { urlOf } from "../support/logos";
import type { Chance } from "./contents";

/** Pixels of colour `at(x, y)` as 0xRRGGBBAA. */
function paint(width: number, height: number, at: (x: number, y: number) => number) {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.writeUInt32BE(at(x, y) >>> 0, 4 * (y * width + x));
  }
  return sharp(data, { raw: { width, height, channels: 4 } });
}

const colours = [0xd32f2fff, 0x1976d2ff, 0x388e3cff, 0xf57c00ff, 0x512da8ff, 0x212121ff];

/** Noise on three scales, as a photo's detail has it. */
function paintPhoto(chance: Chance, side: number) {
  const grids = [4, 12, 40].map((cells) => ({
    cells,
    levels: Array.from({ length: (cells + 1) ** 2 * 3 }, () => chance.next()),
  }));
  const level = (x: number, y: number, channel: number) =>
    grids.reduce((sum, { cells, levels }) => {
      const cell = Math.floor((y * cells) / side) * (cells + 1) + Math.floor((x * cells) / side);
      return sum + (levels[cell * 3 + channel] ?? 0) / 3;
    }, 0);
  return paint(side, side, (x, y) => {
    const [red, green, blue] = [0, 1, 2].map((channel) => Math.round(255 * level(x, y, channel)));
    return (red! << 24) | (green! << 16) | (blue! << 8) | 255;
  });
}

/** Lines of dark strokes on white, as a picture of a page. */
function paintPage(chance: Chance, side: number) {
  const strokes = Array.from({ length: side * side }, () => chance.next());
  return paint(side, side, (x, y) =>
    y % 12 < 7 && (strokes[Math.floor(x / 3) + side * Math.floor(y / 12)] ?? 0) < 0.55
      ? 0x222222ff
      : 0xffffffff,
  );
}

const makers = {
  flat: (chance: Chance) => paint(96, 96, colourOf(chance)),
  wide: (chance: Chance) => paint(160, 60, colourOf(chance)),
  tall: (chance: Chance) => paint(60, 160, colourOf(chance)),
  transparent: (chance: Chance) => {
    const colour = chance.pick(colours);
    return paint(96, 96, (x, y) => ((x - 48) ** 2 + (y - 48) ** 2 < 46 ** 2 ? colour : 0));
  },
  checker: (chance: Chance) => {
    const colour = chance.pick(colours);
    return paint(96, 96, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? colour : 0xffffffff));
  },
  photo: (chance: Chance) => paintPhoto(chance, 256),
  page: (chance: Chance) => paintPage(chance, 180),
};

export type LogoKind = keyof typeof makers;

function colourOf(chance: Chance): () => number {
  const colour = chance.pick(colours);
  return () => colour;
}

/** A logo as a data URL; a photo as JPEG. */
export async function makeLogo(chance: Chance, kind: LogoKind): Promise<string> {
  const picture = makers[kind](chance);
  if (kind === "photo") return urlOf(await picture.jpeg({ quality: 85 }).toBuffer(), "jpeg");
  return urlOf(await picture.png().toBuffer(), "png");
}
