import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { textOf } from "@/e2e/support/qr-reader";
import { encodeMatrix, resolveStyle } from "@/lib/qr";
import type { Settings } from "@/lib/qr/schema";
import { closePictures, renderPicture } from "./index";
import { drawInPool } from "./pool";

const payload = `https://example.com/menu?table=${"4".repeat(60)}`;

async function readPng(png: Uint8Array): Promise<string | undefined> {
  const [result] = await readBarcodes(new Uint8Array(png), { formats: ["QRCode"], tryHarder: true });
  return result && textOf(result);
}

function draw(settings: Settings | null, more: { grade?: boolean; format?: "png" | "svg" | "pdf" } = {}) {
  const { format = "png", grade = false } = more;
  return renderPicture({ owner: "somebody", payload, settings, format, grade });
}

let logo = "";

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer },
    fireImmediately: true,
  });
  const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#0f766e" } })
    .png()
    .toBuffer();
  logo = `data:image/png;base64,${png.toString("base64")}`;
});

afterAll(closePictures);

describe("renderPicture", () => {
  it("draws a plain 256-pixel code that reads back, in under a kilobyte", async () => {
    const { bytes, mediaType, style, warnings, matrix } = await draw(null);
    expect(await readPng(bytes)).toBe(payload);
    expect(bytes.length).toBeLessThan(1_000);
    expect(mediaType).toBe("image/png");
    expect(style.size).toBe(256);
    expect(warnings).toEqual([]);
    expect(matrix.size).toBe(17 + 4 * matrix.version);
  });

  it.each<[string, Settings]>([
    ["colours", { color: { dark: "#0F172A", light: "#FDE68A" } }],
    ["dots", { size: 400, modules: { shape: "dots" } }],
    ["round eyes in a colour", { size: 400, eyes: { shape: "circle", color: "#B91C1C" } }],
    ["a frame", { frame: { style: "rounded", color: "#0F766E", size: 30 } }],
    ["inverted colours", { color: { dark: "#FFFFFF", light: "#000000" } }],
  ])("I6: draws %s that read back from the pixels", async (_, settings) => {
    const { bytes, style } = await draw(settings);
    expect(await readPng(bytes)).toBe(payload);
    const { width } = await sharp(bytes).metadata();
    expect(width).toBe(style.size + (style.frame.style === "square" ? 0 : 2 * style.frame.size));
  });

  it("I5: draws a readable code at level H with a logo in its middle", async () => {
    const { bytes, style, matrix } = await draw({
      size: 512,
      logo: { enabled: true, dataUrl: logo, size: 150 },
    });
    expect(await readPng(bytes)).toBe(payload);
    expect(style.logo?.size).toBe(150);
    expect(matrix.level).toBe("H");
    const centre = await sharp(bytes).extract({ left: 250, top: 250, width: 4, height: 4 }).raw().toBuffer();
    expect([...centre.subarray(0, 3)]).toEqual([0x0f, 0x76, 0x6e]);
  });

  it.each(["jpeg", "webp"] as const)(
    "I5: embeds the pixels of a %s logo in an SVG without its metadata",
    async (format) => {
      const told = { IFD0: { Artist: "Ada's telephone" } };
      const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#0f766e" } })
        .toFormat(format)
        .withExif(told)
        .withMetadata({ orientation: 6 })
        .toBuffer();
      expect(photo.toString("latin1")).toContain("Ada's telephone");
      const dataUrl = `data:image/${format};base64,${photo.toString("base64")}`;
      const { bytes } = await draw({ size: 512, logo: { enabled: true, dataUrl } }, { format: "svg" });
      const [, held = ""] =
        /href="data:image\/(?:png|jpeg);base64,([^"]+)"/.exec(bytes.toString("utf8")) ?? [];
      const file = Buffer.from(held, "base64");
      expect(file.toString("latin1")).not.toContain("Ada's telephone");
      const { width, height, orientation, exif } = await sharp(file).metadata();
      expect({ width, height, orientation, exif }).toEqual({ width: 60, height: 90 });
    },
  );

  it("I5: refuses a logo that is not an image, with the reason", async () => {
    const dataUrl = `data:image/png;base64,${Buffer.from("not a picture at all, whatever it says").toString("base64")}`;
    await expect(draw({ logo: { enabled: true, dataUrl } })).rejects.toMatchObject({
      code: "invalid_logo",
      details: [{ field: "settings.logo.dataUrl", reason: "wrong_format" }],
    });
  });

  it("uses a larger symbol for short content under a large logo", async () => {
    const settings: Settings = { size: 512, logo: { enabled: true, dataUrl: logo, size: 153 } };
    const { bytes, matrix } = await renderPicture({
      owner: "somebody",
      payload: "A",
      settings,
      format: "png",
      grade: false,
    });
    expect(await readPng(bytes)).toBe("A");
    expect(matrix.version).toBeGreaterThan(1);
  });

  it("refuses a code that does not scan, and names the setting", async () => {
    // At 64 pixels no symbol that could carry the logo has 2 pixels a module.
    const settings: Settings = { size: 64, logo: { enabled: true, dataUrl: logo, size: 19 } };
    await expect(
      renderPicture({ owner: "somebody", payload: "A", settings, format: "png", grade: false }),
    ).rejects.toMatchObject({
      code: "not_scannable",
      details: [{ field: "settings.logo", code: "not_scannable" }],
    });
  });

  it.each(["png", "svg", "pdf"] as const)(
    "warns in %s about a logo that resembles part of the code beneath it",
    async (format) => {
      const ring = ["##.#.", "#.#.#", "..#.#", "#...#", ".####"];
      const drawLogo = async (rows: string[]) => {
        const pixels = Buffer.alloc(112 * 112, 255);
        for (let at = 0; at < pixels.length; at++) {
          const cell = rows[Math.floor(at / 112 / 8) - 1]?.[Math.floor((at % 112) / 8) - 1];
          if (cell === "#") pixels[at] = 0;
        }
        const raw = { width: 112, height: 112, channels: 1 } as const;
        const png = await sharp(pixels, { raw }).png().toBuffer();
        return { enabled: true, size: 112, dataUrl: `data:image/png;base64,${png.toString("base64")}` };
      };
      // 91 letters take version 9 at level H, which has a pattern in its middle.
      const request = {
        owner: "somebody",
        payload: "quietly".repeat(13),
        format,
        grade: false,
      } as const;
      const warningsOf = async (rows: string[]) =>
        (await renderPicture({ ...request, settings: { size: 488, logo: await drawLogo(rows) } })).warnings;
      expect(await warningsOf(ring)).toMatchObject([{ code: "busy_logo", field: "settings.logo" }]);
      expect(await warningsOf([])).toEqual([]);
    },
  );

  // zxing misses the picture as it is, and reads it turned, enlarged or blurred.
  it.each([144, 145, 146])("draws a white frame on a coloured background at %i pixels", async (size) => {
    const color = { dark: "#954197", light: "#bfc7d6" };
    const settings: Settings = { size, color, frame: { style: "rounded", size: 2, color: "#fff" } };
    const request = {
      owner: "somebody",
      payload: "https://e.com/04554",
      settings,
      format: "png",
      grade: true,
    } as const;
    const { scannability } = await renderPicture(request);
    expect(scannability?.score).toBeGreaterThan(50);
  });

  it("names the frame's colour if it stops the code from scanning", async () => {
    const color = { dark: "#984924", light: "#4acf2e" };
    const settings: Settings = { size: 120, color, frame: { style: "circle", size: 5, color: "#FFFFFF" } };
    const request = { owner: "somebody", payload: "https://oiw5vwkhuab.example/l32bm", settings } as const;
    await expect(renderPicture({ ...request, format: "png", grade: false })).rejects.toMatchObject({
      code: "not_scannable",
      details: [{ field: "settings.frame.color" }],
    });
    const frame = { ...settings.frame, color: color.dark };
    const darker = { ...request, settings: { ...settings, frame }, format: "png", grade: false } as const;
    expect(await readPng((await renderPicture(darker)).bytes)).toBe(request.payload);
  });

  const brief = { owner: "somebody", payload: "https://e.co/123", grade: false } as const;

  it.each(["png", "svg"] as const)(
    "names a contrast that scans for hues of almost one brightness, in %s",
    async (format) => {
      const drawIn = (dark: string, light: string) =>
        renderPicture({ ...brief, format, settings: { color: { dark, light }, modules: { shape: "dots" } } });
      const { details } = await drawIn("#bf2bc6", "#48a549").catch((error) => error);
      expect(details).toMatchObject([
        { field: "settings.color", code: "not_scannable", min: expect.any(Number) },
      ]);
      const [{ min, example, message }] = details;
      expect(message).toContain(`at least ${min}, such as ${example}`);
      const [dark, light] = example.split(" on ");
      expect((await drawIn(dark, light)).style.color).toEqual({ dark, light });
    },
  );

  it.each([
    ["#834739", "keep their colour"],
    ["#000000", "change too"],
  ])("says with colours that scan whether eyes in %s %s", async (eye, fate) => {
    const drawIn = (settings: Settings) =>
      renderPicture({ ...brief, format: "png", settings: { ...settings, modules: { shape: "dots" } } });
    const color = { dark: "#bf2bc6", light: "#48a549" };
    const { details } = await drawIn({ color, eyes: { color: eye } }).catch((error) => error);
    expect(details).toMatchObject([{ field: "settings.color", code: "not_scannable" }]);
    const [{ example, message }] = details;
    const [dark, light] = example.split(" on ");
    expect(message.endsWith(`${example}; give the eyes that dark colour too`)).toBe(fate === "change too");
    const eyes = fate === "change too" ? {} : { eyes: { color: eye } };
    expect((await drawIn({ color: { dark, light }, ...eyes })).style.color).toEqual({ dark, light });
  });

  it.each([
    ["settings.color", 300, "dots"],
    ["settings.frame.color", 130, "square"],
  ] as const)("refuses an SVG with a change of %s after which the SVG scans", async (field, size, shape) => {
    const color = { dark: "#874a3b", light: "#717f22" };
    const frame = { style: "rounded", size: 5, color: "#FFFFFF" } as const;
    const settings: Settings = { size, color, frame, modules: { shape } };
    const drawSvg = (change: Settings) =>
      renderPicture({ ...brief, format: "svg", settings: { ...settings, ...change } });
    const { details } = await drawSvg({}).catch((error) => error);
    expect(details).toMatchObject([{ field, code: "not_scannable" }]);
    const darkFrame = { frame: { ...frame, color: color.dark } };
    const safeColours = { color: { dark: "#000000", light: "#FFFFFF" } };
    await drawSvg(field === "settings.color" ? safeColours : darkFrame);
    if (field === "settings.color") await expect(drawSvg(darkFrame)).rejects.toThrow("settings.color");
  });

  it.each<[Settings, string]>([
    [{ size: 66, eyes: { shape: "circle" } }, "settings.eyes.shape"],
    [{ size: 66, modules: { shape: "dots" } }, "settings.modules.shape"],
  ])("draws %o readably or refuses it with the field's name", async (settings, field) => {
    const drawn = await renderPicture({
      owner: "somebody",
      payload: "https://e.co/1",
      settings,
      format: "png",
      grade: false,
    }).then(
      async ({ bytes }) => readPng(bytes),
      (error) => error.details[0].field,
    );
    expect(["https://e.co/1", field]).toContain(drawn);
  });

  it("grades the code on request", async () => {
    const { scannability, bytes } = await draw(null, { grade: true });
    expect(scannability?.score).toBeGreaterThanOrEqual(60);
    expect(bytes.equals((await draw(null)).bytes)).toBe(true);
  });

  it("grades rounded eyes like square ones, wherever the modules fall on pixels", async () => {
    const gradeEyes = async (shape: "square" | "rounded", length: number, size: number) => {
      const request = {
        payload: "https://example.com/".padEnd(length, "a1"),
        settings: { size, eyes: { shape } },
      };
      const picture = await renderPicture({ owner: "somebody", ...request, format: "png", grade: true });
      return picture.scannability?.score ?? 0;
    };
    for (const [length, size] of [
      [60, 333],
      [85, 400],
      [103, 400],
      [115, 400],
      [130, 461],
      [150, 512],
    ] as const) {
      const square = await gradeEyes("square", length, size);
      expect(await gradeEyes("rounded", length, size), `${length} at ${size}`).toBeGreaterThan(square - 10);
    }
  }, 30_000);

  it("draws SVG and PDF", async () => {
    const svg = await draw(null, { format: "svg" });
    expect(svg.bytes.toString("utf8")).toMatch(/^<svg[^>]*>.*<\/svg>\s*$/s);
    expect(svg.mediaType).toBe("image/svg+xml");
    const pdf = await draw(null, { format: "pdf" });
    expect(pdf.bytes.toString("latin1", 0, 5)).toBe("%PDF-");
  });

  it("stops a render past its deadline, and draws the next one", async () => {
    const matrix = encodeMatrix(payload, { level: "M" });
    const { style } = resolveStyle({ size: 1024, modules: { shape: "dots" } }, matrix);
    const task = {
      payload,
      matrix,
      style,
      format: "png" as const,
      grade: true,
      title: "",
      widthMm: undefined,
    };
    await expect(drawInPool("somebody", task, { deadlineMs: 1 })).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 2,
    });
    // Its thread was ended with the picture; another one has to start, which takes what the machine has left.
    const next = await drawInPool("somebody", task, { deadlineMs: 60_000 });
    expect(await readPng(next.bytes)).toBe(payload);
  });
});
