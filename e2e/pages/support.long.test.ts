import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { askSupport, listOwnSupportRequests } from "@/lib/support";
import { newAccount } from "../support/accounts";
import { newOperator } from "../support/operator";
import { withBrowser } from "./browser";
import { listFaults } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();

const message = (page: Page) => page.getByRole("textbox", { name: "Message" });

describe("the support page", () => {
  it("shows errors at empty fields, then stores the message and shows it with its time", async () => {
    const account = await newAccount("free");
    const page = await open("/support", await signedIn(account));
    await page.getByText("Nothing yet. Messages you send appear here.").waitFor();
    expect(await page.getByText("Priority", { exact: true }).count()).toBe(0);
    expect(await page.getByText("Pro messages are answered first.").count()).toBe(1);
    await page.getByLabel("Subject").fill("   ");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect
      .poll(() => page.locator("#support-subject-fault").textContent())
      .toBe("Say in a few words what it is about.");
    expect(await page.locator("#support-message-fault").textContent()).toBe(
      "Write what happened, or what you need.",
    );
    await page.getByLabel("Subject").fill("x".repeat(121));
    await expect
      .poll(() => page.locator("#support-subject-fault").textContent())
      .toBe("A subject has at most 120 characters. This one has 121.");
    await page.getByLabel("Subject").fill("The van's code");
    await message(page).fill("One line.\n\nAnother line.");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Message sent.").waitFor();
    expect(await message(page).inputValue()).toBe("");
    const row = page.locator("#asked").getByRole("listitem");
    await row.getByText("The van's code").click();
    expect(await row.locator("details p").last().textContent()).toBe("One line.\n\nAnother line.");
    expect(await row.textContent()).toMatch(/\d{1,2} \w{3} \d{4}, \d\d:\d\d/);
    expect(await listOwnSupportRequests(account.accountId)).toMatchObject([
      { subject: "The van's code", message: "One line.\n\nAnother line.", isPriority: false },
    ]);
  });

  it("marks messages from Pro as priority", async () => {
    const account = await newAccount("pro");
    const page = await open("/support", await signedIn(account));
    await page.getByText("With Pro, your messages are marked priority and answered first.").waitFor();
    await page.getByLabel("Subject").fill("A key");
    await message(page).fill("It is refused.");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.locator("#asked").getByText("Priority", { exact: true }).waitFor();
    expect(await listFaults(page)).toEqual([]);
  });

  it("refuses a sixth message within an hour, with the time to try again, and keeps its text", async () => {
    const account = await newAccount("starter");
    const page = await open("/support", await signedIn(account));
    const send = async (text: string) => {
      await page.getByLabel("Subject").fill(text);
      await message(page).fill(text);
      await page.getByRole("button", { name: "Send message" }).click();
    };
    for (let time = 1; time <= 5; time += 1) {
      await send(`Question ${time}`);
      await page.locator("#asked").getByText(`Question ${time}`).first().waitFor();
    }
    await send("Question 6");
    await expect
      .poll(() => page.locator("#support").getByRole("alert").textContent())
      .toMatch(/^You have asked 5 times in an hour\. Try again (?:at|on \d+ \w+,) \d\d:\d\d\.$/);
    expect(await message(page).inputValue()).toBe("Question 6");
  });

  it("I3: shows a message with markup and script as text", async () => {
    const account = await newAccount("free");
    const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    await askSupport({ ...account, plan: "free" }, { subject: evil, message: evil });
    const page = await open("/support", await signedIn(account));
    await page.locator("#asked").getByText(evil).first().click();
    expect(await page.locator("#asked details p").textContent()).toBe(evil);
    expect(await page.title()).not.toContain("owned");
  });
});

describe("a support message", () => {
  it("is marked as answered by the operator, and is then shown to its author as answered", async () => {
    const account = await newAccount("pro");
    await askSupport({ ...account, plan: "pro" }, { subject: "Glass", message: "Does it scan on glass?" });
    const page = await open("/admin/requests", await signedIn(await newOperator()));
    const row = page.locator("#questions").getByRole("listitem").filter({ hasText: account.email });
    await row.getByRole("button", { name: "Mark as answered" }).click();
    await page.getByText("“Glass” is marked as answered.").waitFor();
    await row.getByText(/^Answered \d/).waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    expect(await listFaults(page)).toEqual([]);
    const theirs = await open("/support", await signedIn(account));
    await theirs.locator("#asked").getByText("Answered", { exact: true }).waitFor();
  });
});
