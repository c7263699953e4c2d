import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { newAccount } from "../support/accounts";
import { readCode } from "../support/public-api";
import { download, readScore, withBrowser } from "./browser";
import { pixelsOf, readPdf, readSvg } from "./decode";
import { signedIn } from "./signed-in";

const open = withBrowser();
const address = "https://halden.example/menu";
const waits = { timeout: 10_000 };
const artist = "Ada's telephone";

function makeLogo(format: "png" | "jpeg" | "webp", side = 120): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: "#B0261C" } })
    .toFormat(format)
    .withExif({ IFD0: { Artist: artist } })
    .toBuffer();
}

async function openWith(logo: Buffer, name: string) {
  const page = await open("/");
  await page.getByLabel("Address", { exact: true }).fill(address);
  await page
    .getByLabel(/^Logo, a PNG/)
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: logo });
  return page;
}

describe("the style form", () => {
  it("shows the contrast, takes 3-digit hex colours, and refuses 2 digits", async () => {
    const page = await open("/");
    await page.getByText("Contrast 21:1").waitFor();
    await page.getByLabel("Colour of the modules, hex").fill("#777");
    await page.getByText("Contrast 4.4:1").waitFor();
    await page.getByLabel("Colour of the modules, hex").fill("#77");
    await page.getByLabel("Colour of the modules, hex").blur();
    await page.getByText("A colour is # and 3 or 6 digits").waitFor();
  });

  it("draws shapes, an eye colour, a frame, a size and a quiet zone that scan in every format", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill(address);
    await page.getByRole("radio", { name: "Dots" }).check();
    await page.getByRole("radiogroup", { name: "Eyes" }).getByRole("radio", { name: "Circle" }).check();
    await page.getByLabel("Eye colour, hex").fill("#7A2E00");
    await page.getByRole("radiogroup", { name: "Frame" }).getByRole("radio", { name: "Circle" }).check();
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Size of the PNG, pixels").fill("600");
    await page.getByLabel("Quiet zone, modules").fill("6");
    const png = await download(page, /Download PNG, 696 by 696 pixels/);
    expect(await readCode(png.bytes)).toBe(address);
    expect(await readSvg((await download(page, /Download SVG/)).bytes)).toBe(address);
    expect(await readPdf((await download(page, /Download PDF/)).bytes)).toBe(address);
  });

  it("leaves the background out of a transparent PNG", async () => {
    const page = await open("/");
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel(/^Transparent/).check();
    const pixels = await pixelsOf((await download(page, /Download PNG/)).bytes);
    expect(pixels[3]).toBe(0);
  });

  it("raises the score by a button that applies the suggested colour", async () => {
    const page = await open("/");
    await page.getByLabel("Colour of the modules, hex").fill("#8FB8A0");
    const before = await readScore(page);
    const fix = page.getByRole("button", { name: /^Use #/ });
    const colour = String(await fix.textContent()).replace("Use ", "");
    await fix.click();
    expect(await page.getByLabel("Colour of the modules, hex").inputValue()).toBe(colour);
    expect(await readScore(page)).toBeGreaterThan(before);
  });

  it("refuses colours with too little contrast, and shows the contrast that would do", async () => {
    const page = await open("/");
    const modules = page.getByLabel("Colour of the modules, hex");
    const background = page.getByLabel("Colour of the background, hex");
    await modules.fill("#EEEEEE");
    await modules.blur();
    await page.getByText("Contrast 1.16:1 can't be scanned. Choose 1.5:1 or more.").waitFor();
    await modules.fill("#1B1B1B");
    await background.fill("#0000FF");
    const hint = page.getByText(
      /^Contrast 2(\.\d+)?:1 can't be scanned\. Choose 2\.\d+:1 or more, such as #/,
    );
    const [, dark = "", light = ""] = /(#\w{6}) on (#\w{6})\.$/.exec(String(await hint.textContent())) ?? [];
    await modules.fill(dark);
    await background.fill(light);
    await expect.poll(() => hint.count()).toBe(0);
  });
});

describe("a logo", () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    it(`I5: of ${format} is drawn in files that scan, and in the SVG without metadata`, async () => {
      const logo = await makeLogo(format);
      expect(logo.toString("latin1")).toContain(artist);
      const page = await openWith(logo, `halden.${format}`);
      await expect.poll(() => page.getByRole("button", { name: "Remove the logo" }).count()).toBe(1);
      const png = await download(page, /Download PNG/);
      expect(await readCode(png.bytes)).toBe(address);
      const middle = (512 * 1024 + 512) * 4;
      const [red = 0, green = 255] = (await pixelsOf(png.bytes)).subarray(middle);
      expect(red - green).toBeGreaterThan(80);
      const svg = (await download(page, /Download SVG/)).bytes;
      expect(await readSvg(svg)).toBe(address);
      const [, held = ""] = /href="data:image\/\w+;base64,([^"]+)"/.exec(svg.toString("utf8")) ?? [];
      const { width, height, exif } = await sharp(Buffer.from(held, "base64")).metadata();
      expect({ width, height, exif }).toEqual({ width: 120, height: 120 });
      expect(await readPdf((await download(page, /Download PDF/)).bytes)).toBe(address);
    });
  }

  it("I5: of another type, too many bytes, too many pixels or damaged shows an error", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const page = await openWith(svg, "logo.png");
    await expect.poll(() => page.getByText("A logo is a PNG, JPEG or WebP picture.").count()).toBe(1);
    const field = page.getByLabel(/^Logo, a PNG/);
    const offer = (buffer: Buffer) =>
      field.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await offer(Buffer.alloc(600_000));
    await expect
      .poll(() => page.getByText("A logo has at most 512 kB. This file has 586 kB.").count())
      .toBe(1);
    await offer(await makeLogo("png", 2_049));
    await expect.poll(() => page.getByText("at most 2,048 × 2,048 pixels").count()).toBe(1);
    await offer((await makeLogo("png")).subarray(0, 60));
    await expect.poll(() => page.getByText("This picture can't be opened.").count()).toBe(1);
    expect(await page.getByRole("button", { name: "Remove the logo" }).count()).toBe(0);
  });
});

/** Most of an alignment pattern: a module has 16 pixels in the version of 91 characters, at 1,024 pixels. */
function makeBusyLogo(): Promise<Buffer> {
  const ring = ["##.#.", "#.#.#", "..#.#", "#...#", ".####"];
  const [side, cell] = [204, 16];
  const pixels = Buffer.alloc(side * side, 255);
  for (let at = 0; at < pixels.length; at++) {
    const [row, column] = [Math.floor(at / side / cell), Math.floor((at % side) / cell)];
    if (ring[row - 1]?.[column - 1] === "#") pixels[at] = 0;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
}

describe("a code that some scanners miss", () => {
  it.each(["/", "/codes/new"])(
    "has every warning beside its score on %s, before it is saved",
    async (path) => {
      const page = await open(path, path === "/" ? {} : await signedIn(await newAccount("pro")));
      await page.getByLabel("Address", { exact: true }).fill(`${address}/`.padEnd(91, "quietly"));
      // A dynamic code holds its short URL, and is too small to have a pattern under its logo.
      if (path !== "/") await page.getByRole("radio", { name: /^Static/ }).check();
      await page.getByRole("radiogroup", { name: "Frame" }).getByRole("radio", { name: "Circle" }).check();
      await page.getByLabel("Frame colour, hex").fill("#FFFFFF");
      await page.getByLabel("Colour of the background, hex").fill("#7E7E7E");
      await page.getByText("More", { exact: true }).click();
      await page.getByLabel("Size of the PNG, pixels").fill("1024");
      const buffer = await makeBusyLogo();
      await page
        .getByLabel(/^Logo, a PNG/)
        .setInputFiles({ name: "busy.png", mimeType: "image/png", buffer });
      await page.getByText("The frame is so much lighter than the background").waitFor();
      await page.getByText("The logo's pattern looks like a part of the code that it covers").waitFor();
      await page.getByRole("button", { name: "Remove the logo" }).click();
      await expect.poll(() => page.getByText("The logo's pattern looks like").count(), waits).toBe(0);
      await page.getByText("The frame is so much lighter than the background").waitFor();
    },
  );
});

describe("a code that doesn't scan", () => {
  it("shows the cause, and turns downloads off until the fix is applied", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill(address);
    await page.getByLabel("Colour of the modules, hex").fill("#FFFFFF");
    await page.getByLabel("Colour of the background, hex").fill("#000000");
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel(/^Transparent/).check();
    await expect.poll(() => page.getByText("Don't print this", { exact: true }).count(), waits).toBe(1);
    await page.getByText("This picture doesn't scan on white paper").waitFor();
    const files = ["PNG", "SVG", "PDF"].map((kind) => page.getByRole("button", { name: `Download ${kind}` }));
    let given = 0;
    page.on("download", () => given++);
    for (const file of files) {
      expect(await file.getAttribute("aria-disabled")).toBe("true");
      await file.click({ force: true });
    }
    await readScore(page);
    expect(given).toBe(0);
    await page.getByRole("button", { name: "Keep the background" }).click();
    await expect.poll(() => files[0]?.getAttribute("aria-disabled"), waits).toBe(null);
    expect(await readCode((await download(page, /Download PNG/)).bytes)).toBe(address);
  });

  it("is not downloaded when the button is pressed before the score is ready", async () => {
    const page = await open("/");
    await readScore(page);
    let given = 0;
    page.on("download", () => given++);
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Colour of the background, hex").fill("#000000");
    await page.getByLabel(/^Transparent/).check();
    await page.getByLabel("Colour of the modules, hex").fill("#FFFFFF");
    // Pressed at once: where the grade was quicker after all, the button is off and the press does nothing.
    await page.getByRole("button", { name: /Download PNG/ }).click({ force: true });
    await expect.poll(() => page.getByText("Don't print this", { exact: true }).count(), waits).toBe(1);
    expect(given).toBe(0);
  });
});
