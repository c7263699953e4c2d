import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { createCode, getCode, listCodes } from "@/lib/codes";
import { codeListQuery } from "@/lib/codes/schema";
import { callerOf, newAccount } from "../support/accounts";
import { itInLongRuns } from "../support/long";
import { readCode } from "../support/public-api";
import { contextOf, readScore, screens, withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();

const address = "https://halden.example/menu";

/** Saves, and returns the id of the code that was made. */
async function create(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Create code" }).click();
  await page.waitForURL(/\/codes\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

const nameOf = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

describe("a new code", () => {
  it("is created by the form of each of the seven types", async () => {
    const account = await newAccount("starter");
    const page = await open("/codes/new", await signedIn(account));
    const kinds: [type: string, fields: Record<string, string>, content: unknown][] = [
      ["url", { Address: address }, address],
      [
        "wifi",
        { "Network name": "Guests; 2", Password: "slow brewed" },
        { ssid: "Guests; 2", password: "slow brewed", security: "WPA" },
      ],
      [
        "contact",
        { "First name": "Ingrid", Phone: "+47 22 12 34 56", Email: "i@halden.example" },
        { firstName: "Ingrid", phone: "+47 22 12 34 56", email: "i@halden.example" },
      ],
      [
        "vcard",
        {
          Organisation: "Halden",
          "Phone 1": "+4722123456",
          "Email 1": "i@halden.example",
          Birthday: "1985-04-12",
          City: "Oslo",
        },
        {
          organization: "Halden",
          birthday: "1985-04-12",
          phones: [{ number: "+4722123456" }],
          emails: ["i@halden.example"],
          address: { city: "Oslo" },
        },
      ],
      [
        "email",
        {
          To: "a@halden.example, b@halden.example",
          Cc: "c@halden.example",
          Subject: "Beans",
          Text: "Two\nkilos",
        },
        {
          to: ["a@halden.example", "b@halden.example"],
          subject: "Beans",
          body: "Two\nkilos",
          cc: ["c@halden.example"],
        },
      ],
      ["sms", { Phone: "+4722123456", Message: "Table 4" }, { phone: "+4722123456", message: "Table 4" }],
      ["text", { Text: "Grüße\n世界" }, "Grüße\n世界"],
    ];
    for (const [type, fields, content] of kinds) {
      await page.goto(`/codes/new?type=${type}`);
      await nameOf(page).fill(`A ${type}`);
      for (const [label, value] of Object.entries(fields)) {
        await page.getByLabel(label, { exact: true }).and(page.locator("input, textarea")).fill(value);
      }
      const stored = await getCode(callerOf(account, "starter"), await create(page));
      expect(stored).toMatchObject({ name: `A ${type}`, type, isDynamic: type === "url" });
      expect(typeof content === "string" ? stored.content : JSON.parse(stored.content)).toEqual(content);
    }
  });

  itInLongRuns(
    "gets existing and new tags, also one still being typed, and shows an error at a wrong tag",
    async () => {
      const account = await newAccount("free");
      const plain = { name: "Old", type: "text", content: "a", tags: ["summer", "menus"] } as const;
      await createCode(callerOf(account, "free"), { ...plain, tags: [...plain.tags] });
      const page = await open("/codes/new", await signedIn(account));
      await nameOf(page).fill("Tagged");
      await textbox(page, "Address").fill(address);
      const tags = page.getByRole("region", { name: "Tags" });
      await tags.getByRole("button", { name: "Add" }).press("Enter");
      const input = tags.getByRole("combobox", { name: "Tags" });
      await expect.poll(() => input.evaluate((node) => node === document.activeElement)).toBe(true);
      await page.keyboard.type("Table cards,su");
      await page.getByRole("option", { name: "summer" }).click();
      await page.keyboard.type("a/b");
      await page.getByRole("button", { name: "Create code" }).click();
      await tags.getByText("A tag can't contain a slash. Use a hyphen.").waitFor();
      await input.fill("2027");
      const id = await create(page);
      expect((await getCode(callerOf(account, "free"), id)).tags).toEqual(["2027", "summer", "table cards"]);
    },
  );

  itInLongRuns("shows a preview of its content, or of a short link of the same length", async () => {
    const account = await newAccount("starter");
    const page = await open("/codes/new", await signedIn(account));
    const readSheet = async () => {
      await readScore(page);
      return readCode(await page.getByRole("img", { name: "QR code for Menu" }).screenshot());
    };
    await nameOf(page).fill("Menu");
    await textbox(page, "Address").fill(address);
    const standIn = String(await readSheet());
    await page.getByText(/^Short links start with http:\/\/localhost/).waitFor();
    await page.getByRole("radio", { name: /^Static/ }).check();
    await expect.poll(readSheet).toBe(address);
    await page.getByRole("radio", { name: /^Dynamic/ }).check();
    expect(standIn.replace(inject("baseUrl"), "")).toMatch(/^\/r\/[0-9A-Za-z]{8}$/);
    const { shortUrl } = await getCode(callerOf(account, "starter"), await create(page));
    expect(new URL(String(shortUrl)).pathname).toHaveLength(new URL(standIn).pathname.length);
  });

  it("is not created with errors, which are shown at their fields without losing input", async () => {
    const account = await newAccount("starter");
    const page = await open("/codes/new?type=vcard", await signedIn(account));
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.getByRole("button", { name: "Create code" }).click();
    await expect.poll(focused).toBe("field-name");
    await nameOf(page).fill("Card");
    await page.getByRole("button", { name: "Create code" }).click();
    await expect.poll(focused).toBe("field-firstName");
    await page.getByText("Enter a name or an organisation.").waitFor();
    await textbox(page, "First name").fill("Ingrid");
    await page.getByRole("button", { name: "Add a phone" }).click();
    await textbox(page, "Phone 2").fill("12");
    await page.getByRole("button", { name: "Create code" }).click();
    await expect.poll(() => textbox(page, "Phone 2").getAttribute("aria-invalid")).toBe("true");
    expect(await textbox(page, "Phone 1").getAttribute("aria-invalid")).toBeNull();
    // What only the server knows stands at its field, too.
    await page.getByRole("tab", { name: "Web address" }).click();
    await textbox(page, "Address").fill(`${new URL(page.url()).origin}/r/abcdefgh`);
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByText(/must not be a short URL of this service/).waitFor();
    await page.getByRole("tab", { name: "vCard" }).click();
    expect(await textbox(page, "Phone 2").inputValue()).toBe("12");
    expect((await listCodes(callerOf(account, "starter"), codeListQuery.parse({}))).pagination.total).toBe(0);
  });
});

describe("a lost response", () => {
  it("creates no second code when the form is sent again", async () => {
    const account = await newAccount("starter");
    const page = await open("/codes/new", { ...(await signedIn(account)), mayLog: /ERR_FAILED/ });
    await nameOf(page).fill("Menu");
    await textbox(page, "Address").fill(address);
    let isLost = false;
    await page.route("**/codes/new", async (route) => {
      if (isLost || route.request().method() !== "POST") return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByRole("alert").filter({ hasText: "Send it again: it's only done once." }).waitFor();
    await create(page);
    const caller = callerOf(account, "starter");
    expect((await listCodes(caller, codeListQuery.parse({}))).pagination.total).toBe(1);
  });
});

describe("the editor by plan", () => {
  itInLongRuns("shows on Free which code it will be, and why a second dynamic code is refused", async () => {
    const account = await newAccount("free");
    const page = await open("/codes/new", await signedIn(account));
    await page.getByText("This will be code 1 of 10").waitFor();
    await nameOf(page).fill("Menu");
    await textbox(page, "Address").fill(address);
    await page.getByRole("radio", { name: "Dashed" }).check();
    await page.getByText("Frames are part of Pro. We'll save the code without one.").waitFor();
    const stored = await getCode(callerOf(account, "free"), await create(page));
    expect(stored.settings.frame).toEqual({ style: "square" });

    await page.goto("/codes/new");
    expect(await page.getByRole("radio", { name: /^Static/ }).isChecked()).toBe(true);
    await page.getByText("Free has 1 dynamic code, and it is used.").waitFor();
    await nameOf(page).fill("Another");
    await textbox(page, "Address").fill(address);
    await page.getByRole("radio", { name: /^Dynamic/ }).check();
    await page.getByRole("button", { name: "Create code" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "The dynamic code of Free is used. It goes on working." })
      .waitFor();
    await page.getByRole("link", { name: "Compare the plans" }).waitFor();
    await page.getByRole("radio", { name: /^Static/ }).check();
    expect((await getCode(callerOf(account, "free"), await create(page))).isDynamic).toBe(false);
  });

  itInLongRuns("is replaced on Developer by a notice that codes are created through the API", async () => {
    const page = await open("/codes/new", await signedIn(await newAccount("developer")));
    await page.getByRole("heading", { name: "Developer creates codes through the API" }).waitFor();
    expect(await page.getByRole("button", { name: "Create code" }).count()).toBe(0);
  });
});

describe("a code that doesn't scan", () => {
  it("is not saved, and a button fixes the cause", async () => {
    const account = await newAccount("starter");
    const page = await open("/codes/new", await signedIn(account));
    await nameOf(page).fill("Night");
    await textbox(page, "Address").fill(address);
    await page.getByLabel("Colour of the modules, hex").fill("#FFFFFF");
    await page.getByLabel("Colour of the background, hex").fill("#000000");
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel(/^Transparent/).check();
    await page.getByText("Don't print this", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByRole("alert").filter({ hasText: "Not saved: this picture doesn't scan" }).waitFor();
    await page.getByRole("button", { name: "Keep the background" }).click();
    await readScore(page);
    await create(page);
  });
});

describe("the editor on a phone", () => {
  itInLongRuns(
    "shows Create code above the navigation, creates a code, and has no horizontal overflow",
    async () => {
      const [phone] = screens;
      const options = { ...(await signedIn(await newAccount("starter"))), ...contextOf(phone) };
      const page = await open("/codes/new", options);
      const save = await page.getByRole("button", { name: "Create code" }).boundingBox();
      const places = await page.getByRole("navigation", { name: "Account" }).last().boundingBox();
      if (save === null || places === null) throw new Error("Save and the places are not on the page.");
      expect(save.height).toBeGreaterThanOrEqual(44);
      expect(save.y + save.height).toBeLessThanOrEqual(places.y);
      expect(places.y).toBeLessThan(phone.height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
      await nameOf(page).fill("Menu");
      await textbox(page, "Address").fill(address);
      await create(page);
    },
  );
});
