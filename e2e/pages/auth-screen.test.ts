import sharp from "sharp";
import { describe, expect, inject, it } from "vitest";
import { readCode } from "../support/public-api";
import { contextOf, screens, themes, withBrowser } from "./browser";

const open = withBrowser();

describe("the code beside the form", () => {
  for (const screen of screens.slice(1)) {
    for (const colorScheme of themes) {
      it(`opens the sign-in page, scanned from the ${colorScheme} screen of a ${screen.name}`, async () => {
        const page = await open("/sign-up", { ...contextOf(screen), colorScheme });
        const code = page.getByRole("img", { name: "QR code that opens the sign-in page" });
        const shot = await sharp(await code.screenshot())
          .extend({ top: 24, bottom: 24, left: 24, right: 24, background: "#F1F2EF" })
          .png()
          .toBuffer();
        expect(await readCode(shot)).toBe(`${inject("baseUrl")}/sign-in`);
      });
    }
  }

  it("is not shown on a phone", async () => {
    const page = await open("/sign-in", contextOf(screens[0]));
    expect(await page.getByRole("img", { name: /QR code/ }).count()).toBe(0);
  });
});
