import { describe, expect, inject, it } from "vitest";
import { parsePayload } from "@/lib/content";
import { itInLongRuns } from "../support/long";
import { readCode } from "../support/public-api";
import { download, withBrowser } from "./browser";

const open = withBrowser();

describe("the home page", () => {
  it("I9: encodes a network whose name and password are full of separators", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Wi-Fi" }).click();
    await page.getByLabel("Network name").fill('Café "Halden"; 5,2:GHz\\');
    await page.getByLabel("Password", { exact: true }).fill('pa;ss,wo:rd"\\9');
    await page.getByLabel("The network is hidden").check();
    const payload = await readCode((await download(page, /Download PNG/)).bytes);
    expect(parsePayload(String(payload))).toEqual({
      type: "wifi",
      ssid: 'Café "Halden"; 5,2:GHz\\',
      password: 'pa;ss,wo:rd"\\9',
      security: "WPA",
      hidden: true,
    });
  });

  itInLongRuns("shows no password field for an open network", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Wi-Fi" }).click();
    await page.getByLabel("Network name").fill("Guests");
    await page.getByRole("radio", { name: "None" }).first().check();
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
    expect(await readCode((await download(page, /Download PNG/)).bytes)).toBe("WIFI:T:nopass;S:Guests;;");
  });

  itInLongRuns("shows the network's password on request", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Wi-Fi" }).click();
    const password = page.getByLabel("Password", { exact: true });
    expect(await password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show the password" }).click();
    expect(await password.getAttribute("type")).toBe("text");
  });

  it("creates a contact card from the filled fields", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Contact" }).click();
    await page.getByLabel("First name").fill("Ingrid");
    await page.getByLabel("Last name").fill("Halden; Roasters");
    await page.getByLabel("Phone").fill("+47 22 12 34 56");
    await page.getByLabel("Email").fill("ingrid@halden.example");
    await page.getByLabel("Note").fill("Two lines\nof it");
    const card = parsePayload(String(await readCode((await download(page, /Download PNG/)).bytes)));
    expect(card).toMatchObject({
      type: "contact",
      firstName: "Ingrid",
      lastName: "Halden; Roasters",
      emails: ["ingrid@halden.example"],
      note: "Two lines\nof it",
    });
  });

  it("encodes plain text unchanged", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Text" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill("Grüße, 世界 🌍\nzwei Zeilen");
    expect(await readCode((await download(page, /Download PNG/)).bytes)).toBe("Grüße, 世界 🌍\nzwei Zeilen");
  });
});

describe("an error", () => {
  it("appears at the field on leaving it, dims the last valid code, and goes when fixed", async () => {
    const page = await open("/");
    const field = page.getByLabel("Address", { exact: true });
    const sheet = page.getByRole("img", { name: `QR code that opens ${inject("baseUrl")}` });
    await field.fill("halden.example");
    expect(await page.getByText("Start with https://.").count()).toBe(0);
    await field.blur();
    await page.getByText("Start with https://.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const described = await field.getAttribute("aria-describedby");
    expect(await page.locator(`#${described}`).textContent()).toBe("Start with https://.");
    expect(await sheet.evaluate((image) => getComputedStyle(image).opacity)).toBe("0.35");
    await field.fill("https://halden.example");
    expect(await page.getByText("Start with https://.").count()).toBe(0);
    const drawn = page.getByRole("img", { name: "QR code that opens https://halden.example" });
    expect(await drawn.evaluate((image) => getComputedStyle(image).opacity)).toBe("1");
  });

  it("is fixed by the button beside it", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill("halden.example/menu");
    await page.getByLabel("Address", { exact: true }).blur();
    await page.getByRole("button", { name: "Add https://" }).click();
    expect(await readCode((await download(page, /Download PNG/)).bytes)).toBe("https://halden.example/menu");
  });

  itInLongRuns("shows the length of a short password, and Download focuses its field", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Wi-Fi" }).click();
    await page.getByLabel("Network name").fill("Guests");
    await page.getByRole("button", { name: /Download PNG/ }).click();
    const password = page.getByLabel("Password", { exact: true });
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await password.fill("short");
    await page.getByText("A WPA password has 8 to 63 characters. This one has 5.").waitFor();
  });
});

describe("a reload", () => {
  it("keeps the entered values, but not the password", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Wi-Fi" }).click();
    await page.getByLabel("Network name").fill("Halden Guest");
    await page.getByLabel("Password", { exact: true }).fill("a-secret-of-ours");
    await page.getByRole("radio", { name: "Dots" }).check();
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
      .toMatch(/Halden Guest.*dots/);
    expect(
      await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href])),
    ).not.toContain("a-secret-of-ours");
    await page.reload();
    await expect.poll(() => page.getByLabel("Network name").inputValue()).toBe("Halden Guest");
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    expect(await page.getByRole("radio", { name: "Dots" }).isChecked()).toBe(true);
  });
});
