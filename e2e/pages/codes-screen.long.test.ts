import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import type { DrawnCode, NewCode } from "@/lib/codes/schema";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { readCode } from "../support/public-api";
import { servedUrl } from "../support/short-urls";
import { contextOf, screens, themes, withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

const house = {
  color: { dark: "#17472F" },
  modules: { shape: "rounded" },
  eyes: { shape: "rounded" },
} as const;
const label = { color: { dark: "#6B1E12" }, modules: { shape: "dots" }, eyes: { shape: "circle" } } as const;

/** Looks, sizes and types that a gallery must show as they are. */
const items: readonly NewCode[] = [
  { name: "Plain", type: "url", content: "https://halden.example/a", isDynamic: true },
  { name: "House", type: "url", content: "https://halden.example/b", isDynamic: true, settings: house },
  { name: "Label", type: "url", content: "https://halden.example/c", isDynamic: true, settings: label },
  { name: "Clear", type: "url", content: "https://halden.example/d", settings: { transparent: true } },
  {
    name: "Framed",
    type: "url",
    content: "https://halden.example/e",
    isDynamic: true,
    settings: { frame: { style: "rounded", size: 12 } },
  },
  {
    name: "Off",
    type: "url",
    content: "https://halden.example/f",
    isDynamic: true,
    settings: { isActive: false },
  },
];

let account: TestAccount;
let codes: DrawnCode[];
beforeAll(async () => {
  account = await newAccount("pro");
  codes = (await createCodes(callerOf(account, "pro"), items)).created;
});

describe.each([screens[0], screens[2]])("the gallery on a $name of $width pixels", (screen) => {
  it.each(themes)("shows codes that scan from the %s screen, 120 pixels or wider", async (colorScheme) => {
    const page = await open("/codes", { ...(await signedIn(account)), ...contextOf(screen), colorScheme });
    const sheets = page.getByRole("main").getByRole("img", { name: /^QR code for/ });
    await expect.poll(() => sheets.count()).toBe(codes.length);
    const thumbs = await sheets.all();
    for (const thumb of thumbs) {
      await thumb.scrollIntoViewIfNeeded();
      await thumb.evaluate((image) => (image as HTMLImageElement).decode());
      const box = await thumb.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(120);
      expect(box?.height).toBeCloseTo(box?.width ?? 0, 0);
      const name = (await thumb.getAttribute("alt")) ?? "";
      const code = codes.find((known) => name.startsWith(`QR code for ${known.name}`));
      const shot = await sharp(await thumb.screenshot())
        .png()
        .toBuffer();
      expect(await readCode(shot), name).toBe(code?.isDynamic ? servedUrl(code) : code?.content);
    }
  });
});
