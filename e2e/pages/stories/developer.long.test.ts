import { describe, expect, it } from "vitest";
import { callV1, newAccount } from "../../support/accounts";
import { withBrowser } from "../browser";
import { devices, goTo, press, pressButton, signIn } from "./walk";

const open = withBrowser();

describe.each(devices)("a Developer account on %s", (_, device) => {
  it("signs in, sees why it has no codes pages, creates and uses a key, and asks support", async () => {
    const page = await open("/sign-in", device);
    await signIn(page, await newAccount("developer"));
    await page.waitForURL("**/api-keys");
    expect(await page.getByRole("navigation", { name: "Account" }).getByText("Codes").count()).toBe(0);
    await page.goto("/codes");
    await page.getByRole("heading", { name: "Developer creates codes through the API" }).waitFor();
    await page.getByText("Developer includes 500 codes").waitFor();
    await page.goto("/analytics");
    await page.getByRole("heading", { name: "On Developer, you read scans through the API" }).waitFor();
    await press(page.getByRole("main").getByRole("link", { name: "See Pro" }));
    await page.waitForURL("**/plan");

    await goTo(page, "Keys");
    await page.getByLabel("Name").fill("Till system");
    await pressButton(page, "Create key");
    const dialog = page.getByRole("dialog", { name: "Copy the key now" });
    await pressButton(dialog, "Copy");
    await dialog.getByText("Copied").waitFor();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    await pressButton(dialog, "I've stored it");
    await dialog.waitFor({ state: "detached" });
    const code = { name: "Menu", type: "url", content: "https://halden.example/menu", isDynamic: true };
    const made = await callV1(key, "POST", "/qr-codes", { body: code });
    expect(made.status, made.text).toBe(201);
    const { json } = await callV1(key, "GET", "/qr-codes");
    expect(json.data).toMatchObject([{ id: made.json.id, content: code.content }]);

    await goTo(page, "Support");
    await page.getByLabel("Subject").fill("A second till");
    await page.getByRole("textbox", { name: "Message" }).fill("May two tills share a key?");
    await pressButton(page, "Send message");
    await page.getByText("Message sent.").waitFor();
    await page.locator("#asked").getByText("A second till").first().waitFor();
    await goTo(page, "Plan");
    await page.getByText("1 of 500 codes").filter({ visible: true }).first().waitFor();
  });
});
