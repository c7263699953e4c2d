import { beforeAll, describe, expect, it } from "vitest";
import { processorMs } from "@/e2e/support/clocks";
import { isLong } from "@/e2e/support/long";
import { loadReader } from "@/e2e/support/qr-reader";
import { drawSample, type SampleLook } from "@/e2e/support/sample-raster";
import { type Distortion, type Scannability, scannabilitySchema } from "../schema";
import { gradeRaster } from ".";

const address = "https://quietzone.example/menu";
const long = (length: number) => "https://quietzone.example/".padEnd(length, "abc/DEF1");

beforeAll(loadReader);

const grade = (look: SampleLook = {}, payload = address) => gradeRaster(drawSample(payload, look), payload);
const gradeAll = (looks: SampleLook[], payload?: string) =>
  Promise.all(looks.map((look) => grade(look, payload)));
const scores = (grades: Scannability[]) => grades.map(({ score }) => score);
const of = (kind: Distortion, grades: Scannability[]) => grades.map(({ cases }) => cases[kind]);

/** Each at least `gap` lower than the one before. */
function expectFalling(values: number[], gap = 0): void {
  for (let i = 1; i < values.length; i++) {
    expect(values[i], `${values.join(" ")} falls by ${gap}`).toBeLessThanOrEqual(values[i - 1]! - gap);
  }
}

describe("gradeRaster", () => {
  it("gives a plain short URL at 256 pixels 95 or more, with its minimum print width", async () => {
    const plain = await grade();
    expect(scannabilitySchema.parse(plain)).toEqual(plain);
    expect(plain.score).toBeGreaterThanOrEqual(95);
    expect(plain.verdict).toBe("scans_anywhere");
    expect(plain.weakest.advice).toBe("Weakest in small print: keep it 18 mm or wider.");
    expect(plain.weakest).not.toHaveProperty("fix");
  });

  it("weighs blur and small print most, and the weakest case by a tenth", async () => {
    const { score, cases, weakest } = await grade({ dark: 0x999999 });
    expect(weakest.score).toBe(Math.min(...Object.values(cases)));
    const others = cases.lowContrast + cases.rotation + cases.noise;
    const mean = 0.35 * (cases.blur + cases.smallPrint) + 0.1 * others;
    expect(score).toBe(Math.round(0.9 * mean + 0.1 * weakest.score));
  });

  it("gives the same grade each time", async () => {
    expect(await grade({ modules: "dots" })).toEqual(await grade({ modules: "dots" }));
  });

  it("falls with contrast", async () => {
    const grades = await gradeAll(
      [0x000000, 0x444444, 0x777777, 0x999999, 0xbbbbbb, 0xcccccc].map((dark) => ({ dark })),
    );
    expectFalling(scores(grades), 1);
    expectFalling(of("lowContrast", grades), 5);
    expect(grades.at(-1)?.verdict).toBe("scans_with_care");
  });

  it("falls with density", async () => {
    const grades = await Promise.all([30, 100, 300, 1000, 2300].map((n) => grade({ size: 1024 }, long(n))));
    expectFalling(scores(grades), 1);
    expectFalling(of("smallPrint", grades), 2);
    expectFalling(of("blur", grades), 2);
    expect(grades.at(-1)?.score).toBeLessThan(70);
  });

  it("falls with the logo's size", async () => {
    const grades = await gradeAll([0, 0.1, 0.2, 0.25, 0.3].map((logo) => ({ level: "H", logo })));
    expectFalling(scores(grades), 1);
    expectFalling(of("noise", grades), 2);
  });

  it("falls with each missing module of the quiet zone", async () => {
    const grades = await gradeAll(
      [4, 3, 2].map((quietZone) => ({ quietZone, size: (29 + 2 * quietZone) * 6 })),
    );
    expectFalling(scores(grades), 3);
  });

  it("falls from full dots to small ones, and with rounded or circular eyes", async () => {
    expectFalling(
      scores(await gradeAll([{}, { modules: "dots", dot: 0.9 }, { modules: "dots", dot: 0.7 }])),
      0,
    );
    expectFalling(scores(await gradeAll([{}, { eyes: "rounded" }, { eyes: "circle" }])), 3);
  });

  it("gives a light-on-dark code about a third, with advice to swap the colours", async () => {
    const plain = await grade();
    const reversed = await grade({ dark: 0xffffff, light: 0x000000 });
    expect(reversed.score).toBeGreaterThan(plain.score * 0.25);
    expect(reversed.score).toBeLessThan(plain.score * 0.4);
    expect(reversed.verdict).toBe("do_not_print");
    expect(reversed.weakest.advice).toBe(
      "Some scanners can't read light-on-dark codes: swap the two colours.",
    );
  });

  it.each([64, 256, 1024])(
    "gives eyes without outer corners at %i pixels less than three quarters",
    async (size) => {
      const [square, rounded, circle] = scores(
        await gradeAll([{ size }, { size, eyes: "rounded" }, { size, eyes: "circle" }]),
      );
      expect(rounded).toBeLessThan(square! * 0.75);
      expect(circle).toBeLessThan(square! * 0.75);
    },
  );

  it("hardly depends on the image size", async () => {
    const all = scores(
      await gradeAll(
        [256, 512, 1024, 2048].map((size) => ({ size })),
        long(100),
      ),
    );
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(5);
  });

  it.each(["A", address])("gives a plain code of %s at least 90", async (payload) => {
    const sizes = isLong ? [128, 256, 512, 600, 777, 900, 1_000, 1_024, 2_048, 4_096] : [600];
    const grades = await gradeAll(
      sizes.map((size) => ({ size })),
      payload,
    );
    expect(Math.min(...scores(grades)), scores(grades).join(" ")).toBeGreaterThanOrEqual(90);
  });

  it("gives 0 to an image with another payload or none", async () => {
    for (const raster of [drawSample("other"), drawSample(address, { level: "L", logo: 0.35 })]) {
      const nothing = await gradeRaster(raster, address);
      expect(nothing).toMatchObject({ score: 0, verdict: "do_not_print" });
      expect(scannabilitySchema.parse(nothing)).toEqual(nothing);
    }
  });

  it("grades 4,096 pixels within 3 seconds of processor time", async () => {
    const raster = drawSample(address, { size: 4096 });
    const start = processorMs();
    await gradeRaster(raster, address);
    expect(processorMs() - start).toBeLessThan(3000);
  });
});
