import { contentTypes } from "@/lib/content/schema";
import { type PictureFormat, pictureFormats } from "@/lib/pictures/schema";
import type { WarningCode } from "@/lib/platform/errors";
import { measureContrast, toHex } from "@/lib/qr/colour";
import { eyeShapes, moduleShapes, type Settings } from "@/lib/qr/schema";
import { largestFrame } from "@/lib/qr/style";
import { seeded } from "../support/seeded";
import { Chance, type Content, makeAddress, makeContent } from "./contents";
import { type LogoKind, makeLogo } from "./logos";

/** The seed of the figures in docs/decisions/0002-proof-and-grade.md. */
export const usualSeed = 20261123;

/** Warnings that say which codes some readers miss. */
export const readerWarnings: readonly WarningCode[] = [
  "inverted_colors",
  "light_frame",
  "busy_logo",
  "dense_logo",
];

export interface Case {
  /** The rows of the table that it counts for. */
  rows: string[];
  content: Content;
  settings: Settings;
  format: PictureFormat;
}

type Look = (chance: Chance) => Settings | Promise<Settings>;

/** Dark on light with a contrast in these bounds. */
function makeColours(chance: Chance, least: number, most: number): { dark: string; light: string } {
  for (;;) {
    const [one, other] = [0, 0].map(() => Math.floor(chance.next() * 0x1000000)) as [number, number];
    const contrast = measureContrast(one, other);
    if (contrast < least || contrast >= most) continue;
    const isDarker = measureContrast(one, 0) < measureContrast(other, 0);
    return { dark: toHex(isDarker ? one : other), light: toHex(isDarker ? other : one) };
  }
}

const contrast =
  (least: number, most: number): Look =>
  (chance) => ({ color: makeColours(chance, least, most) });

const inverted: Look = (chance) => {
  const { dark, light } = makeColours(chance, 4, 22);
  return { color: { dark: light, light: dark } };
};

const usualSize = 400;

/** As thick as any frame of an image of this size. */
const frame =
  (style: "rounded" | "circle" | "dashed", size = usualSize): Look =>
  (chance) => ({
    frame: {
      style,
      size: chance.between(1, largestFrame(size)),
      color: toHex(Math.floor(chance.next() * 0x1000000)),
    },
  });

const lightFrame: Look = (chance) => ({
  color: makeColours(chance, 4, 12),
  size: chance.between(100, 256),
  frame: {
    style: chance.pick(["rounded", "circle", "dashed"]),
    size: chance.between(1, 20),
    color: "#FFFFFF",
  },
});

const logo = (kind: LogoKind) => async (chance: Chance) => ({
  logo: { enabled: true, dataUrl: await makeLogo(chance, kind) },
  size: chance.between(300, 600),
});

/** From the least to the largest share of the image. */
const sizedLogo: Look = async (chance) => {
  const { size, logo: drawn } = await logo(chance.pick(["flat", "wide", "tall", "transparent"]))(chance);
  const [least, most] = [Math.max(16, size / 10), (size * 3) / 10].map(Math.floor) as [number, number];
  return { size, logo: { ...drawn, size: chance.between(least, most) } };
};

/** As dark as the ground allows modules to be. */
const eyeColour: Look = (chance) => {
  const { dark, light } = makeColours(chance, 3, 22);
  return { color: { dark: "#000000", light }, eyes: { shape: chance.pick(eyeShapes), color: dark } };
};

const anything: Look = async (chance) => {
  const size = chance.between(200, 700);
  return {
    color: makeColours(chance, 3, 22),
    modules: { shape: chance.pick(moduleShapes) },
    eyes: { shape: chance.pick(eyeShapes) },
    quietZone: chance.between(2, 8),
    ...(chance.next() < 0.3 && (await frame(chance.pick(["rounded", "circle", "dashed"]), size)(chance))),
    ...(chance.next() < 0.3 && (await logo(chance.pick(["flat", "transparent", "checker"]))(chance))),
    // A logo's own would be less than a frame of this size needs.
    size,
  };
};

/** Every look that is offered, by the group and the row of the table. */
const looks: Record<string, Record<string, Look>> = {
  plain: Object.fromEntries(contentTypes.map((type) => [type, () => ({})])),
  size: {
    "64–2048": (chance) => ({ size: chance.pick([64, 128, 300, 512, 777, 1024, 2048]) }),
    "quiet zone 2, 3, 10": (chance) => ({ quietZone: chance.pick([2, 3, 10]) }),
    "level L–H": (chance) => ({ errorCorrectionLevel: chance.pick(["L", "M", "Q", "H"]) }),
  },
  colour: {
    "contrast 1.5–2": contrast(1.5, 2),
    "contrast 2–3": contrast(2, 3),
    "contrast 3–4.5": contrast(3, 4.5),
    "contrast over 4.5": contrast(4.5, 22),
    "light on dark": inverted,
    transparent: (chance) => ({ transparent: true, color: { dark: makeColours(chance, 4, 22).dark } }),
  },
  frame: {
    "frame rounded": frame("rounded"),
    "frame circle": frame("circle"),
    "frame dashed": frame("dashed"),
    "light frame": lightFrame,
  },
  logo: {
    ...Object.fromEntries(
      (["flat", "wide", "tall", "transparent", "checker", "photo", "page"] as const).map((kind) => [
        `logo ${kind}`,
        logo(kind),
      ]),
    ),
    "logo 10–30 %": sizedLogo,
  },
  shape: {
    "modules dots": () => ({ modules: { shape: "dots" } }),
    "modules rounded": () => ({ modules: { shape: "rounded" } }),
    "eyes rounded": () => ({ eyes: { shape: "rounded" } }),
    "eyes circle": () => ({ eyes: { shape: "circle" } }),
    "eyes in a colour": eyeColour,
  },
  mixed: { "several at once": anything },
};

export const allLooks = Object.entries(looks).flatMap(([group, rows]) =>
  Object.entries(rows).map(([row, look]) => ({ group, row, look })),
);

/** So many cases, every look in turn and every format of a look in turn; the same ones for a seed. */
export async function makeCases(count: number, seed: number): Promise<Case[]> {
  const cases: Case[] = [];
  for (let index = 0; index < count; index++) {
    const { group, row, look } = allLooks[index % allLooks.length]!;
    const chance = new Chance(seeded(seed + index * 7_919));
    const format = pictureFormats[Math.floor(index / allLooks.length) % pictureFormats.length]!;
    const type = contentTypes.find((known) => known === row) ?? chance.pick(contentTypes);
    const isLogo = group === "logo" || group === "mixed";
    const content = isLogo ? makeAddress(chance, chance.between(22, 250)) : makeContent(chance, type);
    const settings = { size: usualSize, ...(await look(chance)) };
    const rows = [row, `all of ${group}`, `all ${format}`];
    cases.push({ rows, content, settings, format });
  }
  return cases;
}
