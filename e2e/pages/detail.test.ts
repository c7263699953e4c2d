import { execFileSync } from "node:child_process";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { suspendCode } from "@/lib/codes/operator";
import { sql } from "@/lib/platform/db";
import { newAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { readCode } from "../support/public-api";
import { visit } from "../support/short-urls";
import { contextOf, readScore, screens, withBrowser } from "./browser";
import { measurePdf, readPdf, readSvg } from "./decode";
import { addressOf, newOwner, pathOf, save } from "./detail-page";
import { findOverflow, listFaultsInBoth, listSmallTargets, showTheme } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

describe("the page of a code", () => {
  it("shows a code that scans in both themes, with its score and short link", async () => {
    const { made, path, context } = await newOwner();
    const page = await open(path, { ...context, colorScheme: "light" });
    const sheet = page.getByRole("img", { name: /^QR code for Menu, opens localhost/ });
    expect(await readCode(await sheet.screenshot())).toBe(addressOf(made));
    expect(await readScore(page)).toBeGreaterThan(90);
    await page.getByRole("button", { name: "Copy the short link" }).click();
    await page.getByText("Short link copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(addressOf(made));
    expect(await listFaultsInBoth(page)).toEqual([]);
    await showTheme(page, "dark");
    expect(await readCode(await sheet.screenshot())).toBe(addressOf(made));
  });

  it("downloads PNG, SVG and PDF in the chosen size, and copies the picture and SVG", async () => {
    const { made, path, context } = await newOwner("pro", { name: "Menu, cards" });
    const page = await open(path, context);
    await page.getByLabel("Size of the PNG").selectOption("2048 px");
    const png = await save(page, /^Download PNG, 2,048 by 2,048/);
    expect(png.fileName).toBe("Menu, cards.png");
    expect((await sharp(png.bytes).metadata()).width).toBe(2_048);
    expect(await readCode(png.bytes)).toBe(addressOf(made));
    expect(await readSvg((await save(page, /^Download SVG/)).bytes)).toBe(addressOf(made));
    await page.getByLabel("Width of the PDF").selectOption("80 mm");
    expect(await page.getByLabel("Width", { exact: true }).inputValue()).toBe("80");
    const pdf = await save(page, /^Download PDF, 80 mm/);
    expect((await measurePdf(pdf.bytes))[0]).toBeCloseTo(80, 1);
    expect(await readPdf(pdf.bytes)).toBe(addressOf(made));
    await page.getByRole("button", { name: "Copy picture" }).click();
    await page.getByText("Picture copied.").waitFor();
    await page.getByRole("button", { name: "Copy SVG" }).click();
    await page.getByText("SVG copied.").waitFor();
    const source = await page.evaluate(() => navigator.clipboard.readText());
    expect(await readSvg(Buffer.from(source))).toBe(addressOf(made));
  });

  it("keeps the download in view on a phone, at the top and the bottom of the page", async () => {
    const { path, context } = await newOwner();
    const [phone] = screens;
    const page = await open(path, { ...context, ...contextOf(phone) });
    const link = page.getByRole("link", { name: /^Download PNG/ });
    for (const place of ["0", "document.body.scrollHeight"]) {
      await page.evaluate(`window.scrollTo(0, ${place})`);
      const box = await link.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), place).toBeLessThan(phone.height - 57);
      expect(box?.y, place).toBeGreaterThan(phone.height - 160);
    }
    expect((await save(page, /^Download PNG/)).fileName).toBe("Menu.png");
  });

  itInLongRuns(
    "judges a print by its width, distance and printer, and offers a width that is enough",
    async () => {
      const { path, context } = await newOwner();
      const page = await open(path, context);
      const preflight = page.getByRole("region", { name: "Print preflight" });
      await preflight.getByText("Ready to print").waitFor();
      await preflight.getByLabel("Width").fill("12");
      await preflight.getByText("Too small at 12 mm").waitFor();
      await preflight.getByRole("button", { name: "Print at 25 mm" }).click();
      await preflight.getByText("Ready to print").waitFor();
      expect(await page.getByLabel("Width of the PDF").inputValue()).toBe("25");
      await preflight.getByLabel("Distance").fill("60");
      await preflight.getByText("It reads from 25 cm. From 60 cm a code needs 60 mm.").waitFor();
      await preflight.getByLabel("Printer").fill("lots");
      await preflight.getByText("72 to 4,800 dpi.").waitFor();
      await preflight.getByText("Not measured").waitFor();
    },
  );

  itInLongRuns("prints only the code, at the width of the preflight in millimetres", async () => {
    const { made, path, context } = await newOwner();
    const page = await open(path, context);
    await page.getByLabel("Width", { exact: true }).fill("60");
    const pdf = await page.pdf({ format: "A4", preferCSSPageSize: false });
    expect(await readPdf(pdf)).toBe(addressOf(made));
    expect(execFileSync("pdfinfo", ["-"], { input: pdf, encoding: "utf8" })).toMatch(/Pages:\s+1\n/);
    await page.emulateMedia({ media: "print" });
    for (const role of ["heading", "button", "link", "paragraph", "term", "meter"] as const)
      expect(await page.getByRole(role).count(), role).toBe(0);
    expect(await page.getByRole("img").count()).toBe(1);
    const width = await page.locator(".print-sheet").evaluate((sheet) => sheet.getBoundingClientRect().width);
    expect((width / 96) * 25.4).toBeCloseTo(60, 1);
  });

  itInLongRuns(
    "adds scans live, with places on Starter and with times only on Free, and counts them",
    async () => {
      for (const [plan, hasPlaces] of [
        ["starter", true],
        ["free", false],
      ] as const) {
        const { made, path, context } = await newOwner(plan);
        const before = await open(path, context);
        await before.getByText("No scans yet. Print it at 30 mm or more and try one yourself.").waitFor();
        await visit(pathOf(made));
        // The page that was open shows it by itself.
        await before.getByText("Total scans").locator("..").getByText("1", { exact: true }).waitFor();
        await before.getByRole("region", { name: "Recent scans" }).getByRole("row").nth(1).waitFor();
        const page = await open(path, context);
        const recent = page.getByRole("region", { name: "Recent scans" });
        await recent.getByRole("row").nth(1).waitFor();
        expect(await recent.getByRole("columnheader").allTextContents()).toEqual(
          hasPlaces ? ["Time", "Place", "Device", "System", "Browser"] : ["Time"],
        );
        await page
          .getByRole("region", { name: "Switch off or delete" })
          .getByText("It was scanned once this week.")
          .waitFor();
        expect(await recent.getByText("Places, devices and systems come").count()).toBe(hasPlaces ? 0 : 1);
      }
    },
  );

  itInLongRuns("shows when a scheduled code starts, and why a code is suspended", async () => {
    const { made, path, context } = await newOwner("pro", { settings: { startsAt: "2031-06-01T12:00:00Z" } });
    const page = await open(path, context);
    await page.getByText("It starts on 1 Jun 2031, 14:00").waitFor();
    await suspendCode(made.id, { reason: "Reported as phishing" });
    await page.reload();
    await page.getByText(/^Suspended on .+: Reported as phishing$/).waitFor();
    await page.getByRole("link", { name: "Ask about it" }).waitFor();
  });

  itInLongRuns("says why a static code isn't counted, and copies it as dynamic", async () => {
    const { path, context } = await newOwner("pro", { isDynamic: false });
    const page = await open(path, context);
    await page.getByText(/^A static code opens its content directly/).waitFor();
    expect(await page.getByRole("button", { name: "Switch off" }).count()).toBe(0);
    await page.getByRole("main").getByRole("button", { name: "Copy as dynamic" }).click();
    await page.getByText("Copy created. It is dynamic.").waitFor();
    await page.getByRole("button", { name: "Copy the short link" }).waitFor();
    expect(await page.getByLabel("Target address").inputValue()).toBe("https://example.com/menu");
  });

  itInLongRuns("says that a code with refused content can't be drawn, and can delete it", async () => {
    const { made, path, context } = await newOwner("pro", { isDynamic: false });
    await sql.query("UPDATE qr_code SET content = 'gopher://old' WHERE id = $1", [made.id]);
    const page = await open(path, context);
    await page.getByText("It can no longer be drawn").waitFor();
    await page.getByRole("button", { name: "Delete for good" }).waitFor();
  });

  it("A5: returns 404 to another account, and shows a notice on Developer", async () => {
    const { path } = await newOwner();
    const foreign = await open(path, { ...(await signedIn(await newAccount("pro"))), mayLog: /404/ });
    expect(await foreign.locator("body").textContent()).not.toContain("example.com/menu");
    const answer = await foreign.goto(path);
    expect(answer?.status()).toBe(404);
    const developer = await newOwner("developer");
    const page = await open(developer.path, developer.context);
    await page.getByRole("heading", { name: "Developer creates codes through the API" }).waitFor();
  });

  itInLongRuns(
    "I3: has no overflow at any width and no small targets with a hostile name and target",
    async () => {
      const { path, context } = await newOwner("pro", {
        name: `</title><img src=x onerror=alert(1)>${"x".repeat(120)}`,
        content: `https://example.com/?"><script>alert(1)</script>&${"long".repeat(60)}`,
      });
      const page = await open(path, context);
      expect(await findOverflow(page, [320, 360, 768, 1280, 1920, 2560])).toEqual([]);
      const phone = await open(path, { ...context, ...contextOf(screens[0]) });
      expect(await listSmallTargets(phone)).toEqual([]);
    },
  );
});
