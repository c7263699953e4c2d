import { describe, expect, inject, it } from "vitest";
import { imageOf, post, readCode, readWithZbar, sizeOf } from "../support/public-api";
import { download, readScore, withBrowser } from "./browser";
import { measurePdf, pixelsOf, readPdf, readSvg } from "./decode";

const open = withBrowser();
const address = "https://halden.example/menu/autumn";

describe("the home page", () => {
  it("shows a code of its own URL without JavaScript", async () => {
    const page = await open("/", { javaScriptEnabled: false });
    const sheet = page.getByRole("img", { name: `QR code that opens ${inject("baseUrl")}` });
    expect(await readCode(await sheet.screenshot())).toBe(inject("baseUrl"));
  });

  it("downloads a PNG that scans with two readers", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill(address);
    const { fileName, bytes } = await download(page, /Download PNG/);
    expect(fileName).toBe("code-halden-example-menu-autumn.png");
    expect(sizeOf(bytes)).toEqual([1024, 1024]);
    expect(await readCode(bytes)).toBe(address);
    expect(readWithZbar(bytes)).toBe(address);
  });

  it("downloads the same pixels that the public API returns", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill(address);
    await page.getByRole("radio", { name: "Rounded" }).first().check();
    await page.getByRole("radio", { name: "Dashed" }).check();
    await page.getByLabel("Colour of the modules, hex").fill("#17472F");
    const { bytes } = await download(page, /Download PNG/);
    const settings = {
      size: 1024,
      color: { dark: "#17472F", light: "#FFFFFF" },
      modules: { shape: "rounded" },
      frame: { style: "dashed", size: 82 },
    };
    const answer = await post({ type: "url", content: address, settings });
    expect(answer.status).toBe(200);
    expect((await pixelsOf(bytes)).equals(await pixelsOf(imageOf(answer)))).toBe(true);
  });

  it("downloads an SVG and a 50 mm PDF that scan", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill(address);
    const svg = await download(page, /Download SVG/);
    expect(svg.fileName).toMatch(/\.svg$/);
    expect(await readSvg(svg.bytes)).toBe(address);
    const pdf = await download(page, /Download PDF/);
    expect(await readPdf(pdf.bytes)).toBe(address);
    for (const side of await measurePdf(pdf.bytes)) expect(side).toBeCloseTo(50, 1);
  });

  it("shows the code's score and draws the code in the Blur test", async () => {
    const page = await open("/");
    expect(await readScore(page)).toBeGreaterThanOrEqual(90);
    await expect.poll(() => page.getByText("Scans anywhere", { exact: true }).isVisible()).toBe(true);
    const blurred = page.getByRole("img", { name: /under the test "Blur"/ });
    expect(await readCode(await blurred.screenshot())).toBe(inject("baseUrl"));
    const plain = await page.getByRole("meter").getAttribute("aria-valuetext");
    expect(plain).toMatch(/^\d+ of 100, scans anywhere$/);
  });

  it("redraws the code on every key without sending a request", async () => {
    const page = await open("/");
    await readScore(page);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url())) requests.push(request.url());
    });
    const field = page.getByLabel("Address", { exact: true });
    await field.fill("https://a.example/");
    for (const key of "menu") {
      await field.press(key);
      const drawn = page.getByRole("img", { name: `QR code that opens ${await field.inputValue()}` });
      await expect.poll(() => drawn.count()).toBe(1);
    }
    await readScore(page);
    expect(requests).toEqual([]);
  });
});
