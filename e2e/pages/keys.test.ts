import { describe, expect, it } from "vitest";
import { callV1, newAccount, newKey } from "../support/accounts";
import { withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

describe("keys", () => {
  it("are switched off and on, edited and deleted, with immediate effect on API requests", async () => {
    const account = await newAccount("pro");
    const { apiKey } = await newKey(account);
    const page = await open("/api-keys", await signedIn(account));
    const choose = async (item: string) => {
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await choose("Switch off");
    await page.getByText("“Test key” is off.").waitFor();
    await page.getByRole("row", { name: /Test key Off/ }).waitFor();
    expect((await callV1(apiKey, "GET", "/qr-codes")).json.code).toBe("inactive_api_key");
    await choose("Switch on");
    await page.getByText("“Test key” is on.").waitFor();
    expect((await callV1(apiKey, "GET", "/qr-codes")).status).toBe(200);

    await choose("Edit");
    await page.getByLabel("Name").fill("Label printer");
    await page.getByLabel("qr:read").uncheck();
    await page.getByLabel("qr:write").uncheck();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("row", { name: /Label printer/ }).waitFor();
    expect((await callV1(apiKey, "GET", "/qr-codes")).json.code).toBe("insufficient_permission");

    await choose("Delete");
    const dialog = page.getByRole("dialog", { name: "Delete “Label printer”?" });
    await dialog.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep it");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect((await callV1(apiKey, "GET", "/api-keys")).status).toBe(200);
    await choose("Delete");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("heading", { name: "Your first key" }).waitFor();
    expect((await callV1(apiKey, "GET", "/api-keys")).json.code).toBe("invalid_api_key");
  });

  it("are rotated with a period in which both values work", async () => {
    const account = await newAccount("pro");
    const { apiKey } = await newKey(account);
    const page = await open("/api-keys", await signedIn(account));
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Rotate" }).click();
    await page.getByRole("button", { name: "Rotate key" }).click();
    const renewed = await page.getByRole("dialog").getByLabel("Test key").inputValue();
    for (const value of [apiKey, renewed]) expect((await callV1(value, "GET", "/api-keys")).status).toBe(200);
    await page.getByRole("button", { name: "I've stored it" }).click();
    await page.getByRole("row", { name: /The old value works until/ }).waitFor();
  });

  it("A2: are kept and listed on Starter but refused by the API, and no new one is offered", async () => {
    const account = await newAccount("starter");
    await newKey(account);
    const page = await open("/api-keys", await signedIn(account));
    expect(await page.getByRole("main").textContent()).toContain(
      "Starter has no API. We keep your keys, but refuse them until your plan includes the API again.",
    );
    expect(await page.getByRole("button", { name: /New key|Create key/ }).count()).toBe(0);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await expect
      .poll(() => page.getByRole("menuitem").allTextContents())
      .toEqual(["Edit", "Switch off", "Delete"]);
  });

  it("A5: of another account can't be changed by sending their id", async () => {
    const foreign = await newKey(await newAccount("pro"));
    const account = await newAccount("pro");
    const own = await newKey(account);
    const page = await open("/api-keys", await signedIn(account));
    await page.route("**/api-keys", (route) => {
      const sent = route.request().postData();
      return route.continue(sent === null ? {} : { postData: sent.replace(own.id, foreign.id) });
    });
    for (const [item, title, button] of [
      ["Edit", "Edit “Test key”", "Save changes"],
      ["Rotate", "Rotate “Test key”?", "Rotate key"],
      ["Delete", "Delete “Test key”?", "Delete for good"],
    ] as const) {
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: item }).click();
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.getByRole("button", { name: button }).click();
      await expect
        .poll(() => dialog.getByRole("alert").textContent())
        .toBe("There is no API key with this id.");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Switch off" }).click();
    await page.getByText("There is no API key with this id.").first().waitFor();
    expect((await callV1(foreign.apiKey, "GET", "/api-keys")).status).toBe(200);
    expect((await callV1(own.apiKey, "GET", "/api-keys")).status).toBe(200);
  });
});
