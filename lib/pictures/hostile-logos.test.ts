import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { processorMs } from "@/e2e/support/clocks";
import { chunk, draw, formats, pngOf, urlOf } from "@/e2e/support/logos";
import { settingsSchema } from "@/lib/qr/schema";
import { readLogo } from "./logo-header";
import { decodeLogo } from "./logo-pixels";

const refusal = async (dataUrl: string) =>
  decodeLogo(dataUrl).then(
    () => "accepted",
    (error) => `${error.code} ${error.details?.[0]?.reason}`,
  );

describe("I5: decoding hostile logos", () => {
  it.each([
    "",
    "https://example.com/logo.png",
    "http://127.0.0.1/logo.png",
    "file:///etc/passwd",
    "data:,hello",
    "data:image/png,AAAA",
    "data:image/png;charset=utf-8;base64,AAAA",
    "data:image/png;base64;x,AAAA",
    "data:image/svg+xml;base64,PHN2Zy8+",
    "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
    "data:image/avif;base64,AAAA",
    "data:image/heic;base64,AAAA",
    "data:image/jpg;base64,AAAA",
    "data:text/html;base64,AAAA",
    " data:image/png;base64,AAAA",
  ])("refuses %s, which is not a data URL of an allowed format", async (dataUrl) => {
    expect(await refusal(dataUrl)).toBe("invalid_logo not_a_data_url");
  });

  it.each(["data:image/png;base64,", "DATA:Image/JPEG;Base64,", "data:image/WebP;BASE64,"])(
    "reads %s… in any case, as the schema's pattern allows",
    async (head) => {
      const { pattern = "" } = settingsSchema(1024).shape.logo.unwrap().unwrap().shape.dataUrl.meta() ?? {};
      const format = formats.find((name) => head.toLowerCase().includes(name)) ?? "png";
      const dataUrl = head + (await draw(format)).toString("base64");
      expect(dataUrl).toMatch(new RegExp(String(pattern)));
      expect(await refusal(dataUrl)).toBe("accepted");
    },
  );

  it.each(["", "A", "AAA", "AAAA AAA", "AAAA\nAAAA", "AA==AAAA", "AAAA=", "-_-_", "AAAA%3D", "=AAA"])(
    "refuses %j as invalid base64",
    async (base64) => {
      expect(await refusal(`data:image/png;base64,${base64}`)).toBe("invalid_logo not_base64");
    },
  );

  it("refuses logos over 512 KiB by their length, even 50 MB quickly", async () => {
    expect(await refusal(urlOf(Buffer.alloc(512 * 1024 + 1), "png"))).toBe("invalid_logo too_large");
    const start = processorMs();
    expect(await refusal(`data:image/png;base64,${"A".repeat(50_000_000)}`)).toBe("invalid_logo too_large");
    expect(processorMs() - start).toBeLessThan(750);
  });

  it("refuses content that does not match the declared format", async () => {
    for (const actual of ["png", "jpeg", "webp", "gif", "avif", "tiff"] as const) {
      const bytes = await draw(actual);
      for (const declared of formats) {
        if (declared === actual) continue;
        expect(await refusal(urlOf(bytes, declared)), `${actual} as ${declared}`).toBe(
          "invalid_logo wrong_format",
        );
      }
    }
    for (const text of [
      "<svg xmlns='http://www.w3.org/2000/svg'/>".padEnd(64),
      "%PDF-1.7".padEnd(64),
      "GIF89a".padEnd(64, "\0"),
    ]) {
      for (const declared of formats)
        expect(await refusal(urlOf(Buffer.from(text), declared))).toBe("invalid_logo wrong_format");
    }
  });

  it.each([
    [2049, 1],
    [1, 2049],
    [65_535, 65_535],
    [0xffffffff, 0xffffffff],
    [0, 10],
    [10, 0],
  ])("refuses a header of %i × %i pixels before decoding", (width, height) => {
    expect(() => readLogo(urlOf(pngOf(width, height), "png"))).toThrow(/pixels/);
  });

  it("refuses JPEG and WebP headers over 2048 pixels", async () => {
    for (const format of ["jpeg", "webp"] as const) {
      expect(await refusal(urlOf(await draw(format, 2049, 8), format))).toBe("invalid_logo too_many_pixels");
    }
    const lossless = await sharp({ create: { width: 2049, height: 8, channels: 3, background: "red" } })
      .webp({ lossless: true })
      .toBuffer();
    expect(await refusal(urlOf(lossless, "webp"))).toBe("invalid_logo too_many_pixels");
  });

  it("refuses or bounds a WebP whose canvas contradicts its image", async () => {
    const bytes = await draw("webp", 40, 40);
    const extended = Buffer.concat([
      bytes.subarray(0, 12),
      Buffer.from("VP8X\x0a\0\0\0\0\0\0\0\x03\0\0\x03\0\0", "latin1"),
      bytes.subarray(12),
    ]);
    extended.writeUInt32LE(extended.length - 8, 4);
    const outcome = await decodeLogo(urlOf(extended, "webp")).then(
      ({ width, height }) => Math.max(width, height),
      (error) => error.code,
    );
    expect(["invalid_logo", 4, 40]).toContain(outcome);
  });

  it("decodes a deflate bomb to only the few pixels that its header declares", async () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
    expect(bomb.length).toBeLessThan(512 * 1024);
    const start = processorMs();
    expect(await decodeLogo(urlOf(pngOf(8, 8, [], bomb), "png"))).toMatchObject({ width: 8, height: 8 });
    expect(processorMs() - start).toBeLessThan(750);
  });

  it("ignores ICC and text chunks that unpack to megabytes", async () => {
    const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
    const profile = chunk("iCCP", Buffer.concat([Buffer.from("x\0\0", "latin1"), packed]));
    const text = chunk("zTXt", Buffer.concat([Buffer.from("x\0\0", "latin1"), packed]));
    for (const extra of [profile, text]) {
      const start = processorMs();
      expect(await refusal(urlOf(pngOf(4, 4, [extra]), "png"))).toBe("accepted");
      expect(processorMs() - start).toBeLessThan(750);
    }
  });

  it("refuses animated PNG and WebP", async () => {
    const control = chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    expect(await refusal(urlOf(pngOf(4, 4, [control]), "png"))).toBe("invalid_logo animated");
    const frames = await sharp({
      create: { width: 8, height: 16, channels: 3, background: "red", pageHeight: 8 } as never,
    })
      .composite([
        { input: { create: { width: 8, height: 8, channels: 3, background: "blue" } }, left: 0, top: 0 },
      ])
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer();
    expect(frames.includes("ANMF", 0, "latin1")).toBe(true);
    expect(await refusal(urlOf(frames, "webp"))).toBe("invalid_logo animated");
  });

  it("refuses truncated images without a crash", async () => {
    for (const format of formats) {
      const bytes = await draw(format, 200, 200);
      for (let share = 0; share < 20; share++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * share) / 20));
        expect(await refusal(urlOf(cut, format)), `${format} ${share}/20`).toMatch(/^invalid_logo /);
      }
    }
  });

  it("refuses or decodes randomly damaged images without other errors", async () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 0x7fffffff;
      return seed % below;
    };
    for (const format of formats) {
      const original = await draw(format, 64, 64);
      for (let round = 0; round < 40; round++) {
        const bytes = Buffer.from(original);
        for (let flips = 0; flips < 4; flips++) bytes[random(bytes.length)] = random(256);
        expect(await refusal(urlOf(bytes, format))).toMatch(/^(?:accepted|invalid_logo \w+)$/);
      }
    }
  });

  it("returns only the pixels of a polyglot file", async () => {
    const bytes = Buffer.concat([await draw("png"), Buffer.from("<script>alert(1)</script>PK\x03\x04")]);
    const { rgba } = await decodeLogo(urlOf(bytes, "png"));
    expect(Buffer.from(rgba).includes("script")).toBe(false);
    expect(rgba.length).toBe(48 * 32 * 4);
  });
});
