import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { draw, urlOf } from "../support/logos";
import { imageOf, newClient, post, readCode, sizeOf } from "../support/public-api";

const colour = fc.constantFrom(
  "#000",
  "#0F172A",
  "#B91C1C",
  "#1d4ed8",
  "#777777",
  "#a0a0a0",
  "#FDE68A",
  "#FFFFFF",
  "#eee",
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const refusals = ["size_too_small", "contrast_too_low", "not_scannable", "validation_failed"];

const looks = (dataUrl: string) =>
  fc.record({
    size: maybe(fc.integer({ min: 64, max: 1024 })),
    color: maybe(fc.record({ dark: maybe(colour), light: maybe(colour) })),
    frame: maybe(
      fc.record({
        style: fc.constantFrom("square", "rounded", "circle", "dashed"),
        color: maybe(colour),
        size: maybe(fc.integer({ min: 1, max: 60 })),
      }),
    ),
    logo: maybe(
      fc.record({
        enabled: fc.boolean(),
        dataUrl: fc.constant(dataUrl),
        size: maybe(fc.integer({ min: 16, max: 200 })),
      }),
    ),
    modules: maybe(fc.record({ shape: fc.constantFrom("square", "rounded", "dots") })),
    eyes: maybe(fc.record({ shape: fc.constantFrom("square", "rounded", "circle"), color: maybe(colour) })),
    transparent: maybe(fc.boolean()),
    errorCorrectionLevel: maybe(fc.constantFrom("L", "M", "Q", "H")),
    quietZone: maybe(fc.integer({ min: 2, max: 10 })),
  });

/** What a reader says as the picture stands, or, where it misses that by chance, a half larger or turned by 3 degrees. */
async function readNearly(png: Uint8Array): Promise<string | undefined> {
  const width = sizeOf(png)[0] ?? 0;
  const enlarge = () =>
    sharp(png)
      .resize({ width: Math.round(1.5 * width), kernel: "linear" })
      .png()
      .toBuffer();
  const turn = () => sharp(png).rotate(3, { background: "#ffffff" }).png().toBuffer();
  return (await readCode(png)) ?? (await readCode(await enlarge())) ?? readCode(await turn());
}

describe("I6: random looks", () => {
  it("are drawn at their size and decode, or are rejected with a specific code", async () => {
    const dataUrl = urlOf(await draw("png", 90, 60), "png");
    const outcomes = new Map<string, number>();
    const content = fc.constantFrom("A", "https://example.com/menu?table=12", "é".repeat(150));
    await fc.assert(
      fc.asyncProperty(looks(dataUrl), content, async (settings, text) => {
        const answer = await post({ type: "text", content: text, settings }, { client: newClient() });
        const code = answer.status === 200 ? "drawn" : String(answer.json.code);
        outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
        if (answer.status !== 200) {
          expect([answer.status, refusals.includes(code)], answer.text).toEqual([400, true]);
          return;
        }
        const used = answer.json.settings as unknown as {
          size: number;
          frame: { style: string; size: number };
        };
        const width = used.size + (used.frame.style === "square" ? 0 : 2 * used.frame.size);
        expect(sizeOf(imageOf(answer))).toEqual([width, width]);
        expect(await readNearly(imageOf(answer))).toBe(text);
      }),
      { numRuns: 150 },
    );
    expect(outcomes.get("drawn")).toBeGreaterThan(30);
  });

  it("decode with a transparent background too", async () => {
    const settings = {
      color: { light: "#B91C1C" },
      modules: { shape: "dots" },
      eyes: { shape: "square", color: "#a0a0a0" },
      transparent: true,
    };
    const answer = await post({ type: "text", content: "A", settings }, { client: newClient() });
    expect(await readCode(imageOf(answer))).toBe("A");
  });
});
