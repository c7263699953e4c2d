import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueToken, linkOf } from "@/lib/users/mail-links";
import { newEmail } from "../support/kept-mails";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { contextOf, screens, untilStill, withBrowser } from "./browser";
import { listFaultsInBoth, listSmallTargets } from "./inspect";

const open = withBrowser();
const [phone, , laptop] = screens;
let own: OwnServices;

beforeAll(async () => {
  own = await openOwnServices(1);
});
afterAll(() => own.close());

async function newPath(): Promise<string> {
  const noLink = { email: "", userId: null, name: null, passwordHash: null };
  const { pathname, search } = new URL(linkOf("first_operator", await issueToken("first_operator", noLink)));
  return `${pathname}${search}`;
}

describe("the link for the operator's account", () => {
  for (const [screen, colorScheme] of [
    [phone, "dark"],
    [laptop, "light"],
  ] as const) {
    it(`creates an account that opens the admin pages on a ${colorScheme} ${screen.name}`, async () => {
      const baseURL = own.services[0]?.baseUrl ?? "";
      const page = await open(await newPath(), { ...contextOf(screen), colorScheme, baseURL });
      await page.getByRole("heading", { name: "Create the operator's account" }).waitFor();
      await untilStill(page);
      expect(await listFaultsInBoth(page)).toEqual([]);
      if (screen === phone) expect(await listSmallTargets(page)).toEqual([]);
      await page.getByLabel("Email").fill("ada");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByText("Enter a full email address, such as ada@example.com.").waitFor();
      await page.getByLabel("Email").fill(newEmail());
      await page.getByLabel("Name (optional)").fill("Ada");
      await page.getByLabel("Password", { exact: true }).fill("six quiet modules");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.waitForURL("**/codes/new");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.goto("/admin");
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/admin");
    });
  }

  it("shows an error when it is invalid, with the command for another account", async () => {
    const baseURL = own.services[0]?.baseUrl ?? "";
    const page = await open("/sign-up/operator?token=cut", { ...contextOf(phone), baseURL });
    await page.getByText("This link doesn't work any more").waitFor();
    await page.getByText("account:create --admin").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });
});
