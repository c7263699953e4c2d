import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import { createCode, getCode } from "@/lib/codes";
import { addDomain } from "@/lib/domains";
import { suspendDomain } from "@/lib/domains/operator";
import { sql } from "@/lib/platform/db";
import { callerOf, callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { insertDomain, insertDomainCode, newHost } from "../support/domains";
import { withBrowser } from "./browser";
import { settle } from "./furnished";
import { listFaults } from "./inspect";
import { signedIn } from "./signed-in";

const openAt = withBrowser();
const target = "https://halden.example/menu";
const service = inject("baseUrl");

const open = async (path: string, account: TestAccount): Promise<Page> =>
  openAt(path, await signedIn(account));
const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** The id at the end of the address that the page comes to. */
async function readId(page: Page, below: string): Promise<string> {
  await page.waitForURL(new RegExp(`/${below}/[0-9a-f-]{36}$`));
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

describe("the list of domains", () => {
  it.each([
    ["", "Enter a host name, such as go.example.com."],
    [
      "https://go.example.com/menu",
      "Enter the host name alone, such as go.example.com, without https:// and path.",
    ],
    ["203.0.113.7", "Enter a name, such as go.example.com. An IP address can't be verified."],
    [
      "co.uk",
      "“co.uk” is a public suffix, so no account can own it. Enter a host below it, such as go.example.co.uk.",
    ],
    ["go.example.local", "Names that end in .local are for local use. Enter a public host name."],
    ["go_1.example.com", "Leave out the underscore. Browsers and certificates refuse it."],
    ["go..example.com", "Enter a name between every two dots."],
    ["-go.example.com", "Use letters, digits and hyphens between the dots, and no hyphen next to a dot."],
    [`${"a".repeat(64)}.example.com`, "Use at most 63 characters between two dots."],
  ])("shows at the field why %j can't be added", async (host, sentence) => {
    const page = await open("/domains", await newAccount("starter"));
    await settle(page);
    await textbox(page, "Host name").fill(host);
    await textbox(page, "Host name").press("Enter");
    await page.locator("#first-domain-host-fault").getByText(sentence).waitFor();
    await expect
      .poll(() => textbox(page, "Host name").evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  it("says on Free that domains come with Starter, and that existing domains keep working", async () => {
    const account = await newAccount("free");
    const page = await open("/domains", account);
    await page.getByRole("heading", { name: "Your own domain comes with Starter" }).waitFor();
    expect(await listFaults(page)).toEqual([]);
    const { id, host } = await insertDomain({ accountId: account.accountId });
    await page.reload();
    await page.getByRole("link", { name: host }).waitFor();
    await page.getByText("Free includes no domains. Yours keep working and take no new codes.").waitFor();
    expect(await page.getByRole("button", { name: "Add domain" }).count()).toBe(0);
    await page.goto(`/domains/${id}`);
    await page.getByText("Your plan includes fewer domains. Short links on this one keep working").waitFor();
  });

  it("adds domains up to the limit of the plan", async () => {
    const account = await newAccount("developer");
    for (const host of [newHost(), newHost()]) await addDomain(callerOf(account, "developer"), { host });
    const page = await open("/domains", account);
    await settle(page);
    await page.getByRole("button", { name: "Add domain" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a domain" });
    const host = newHost();
    await dialog.getByLabel("Host name").fill(host);
    await dialog.getByLabel("Host name").press("Enter");
    await readId(page, "domains");
    await page.getByRole("heading", { level: 1, name: new RegExp(`^${host}`) }).waitFor();
    await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Domains" }).click();
    await page.getByText("Developer includes 3 domains.").waitFor();
    expect(await page.getByRole("button", { name: "Add domain" }).count()).toBe(0);
    await page.getByRole("link", { name: "Pro includes more" }).waitFor();
  });

  it("refuses a 21st domain within a day, with the day and time to try again", async () => {
    const account = await newAccount("pro");
    const { apiKey } = await newKey(account);
    for (let added = 1; added <= 20; added += 1) {
      const { json } = await callV1(apiKey, "POST", "/domains", { body: { host: newHost() } });
      expect((await callV1(apiKey, "DELETE", `/domains/${json.id}`)).status).toBe(204);
    }
    const page = await open("/domains", account);
    await settle(page);
    await textbox(page, "Host name").fill(newHost());
    await textbox(page, "Host name").press("Enter");
    await page
      .getByText(/^You've added 20 domains within a day\. Try again on \d+ \w+, \d\d:\d\d\.$/)
      .waitFor();
  });

  it("shows on a pending domain that the plan has no room for it", async () => {
    const account = await newAccount("starter");
    const held = await insertDomain(account);
    const { id } = await insertDomain(account, { status: "pending" });
    const page = await open(`/domains/${id}`, account);
    await page.getByText("Can't use it: your plan includes fewer domains").waitFor();
    await page.getByText("Your plan has no room for this domain.").waitFor();
    await sql.query("DELETE FROM domain WHERE id = $1", [held.id]);
    await page.reload();
    await page.getByText("Can use it once it is verified").waitFor();
    expect(await page.getByText("Your plan has no room for this domain.").count()).toBe(0);
  });
});

it("a suspended domain shows the operator's reason, and can't be deleted", async () => {
  const account = await newAccount("pro");
  const { id, host } = await insertDomain({ accountId: account.accountId });
  const page = await open(`/domains/${id}`, account);
  await page.getByRole("button", { name: `Actions for ${host}` }).waitFor();
  const reason = "Its codes ask for bank passwords.";
  await suspendDomain(host, { reason });
  for (const path of [`/domains/${id}`, "/domains"]) {
    await page.goto(path);
    await page.getByText(`The operator suspended this domain: “${reason}”`).waitFor();
    await page.getByText("Suspended", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: `Actions for ${host}` }).count()).toBe(0);
    expect(await listFaults(page)).toEqual([]);
  }
  await page.goto(`/domains/${id}`);
  await page.getByText("Can't use it: it is suspended").waitFor();
});

it("a code whose domain leads nobody to it says why", async () => {
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  const { id: domainId, host } = await insertDomain(caller);
  const menu = { name: "Menu", type: "url", content: target, isDynamic: true, domain: host } as const;
  const { id } = await createCode(caller, menu);
  const page = await open(`/codes/${id}`, account);
  await page.getByRole("heading", { level: 1, name: "Menu" }).waitFor();
  expect(await page.getByRole("link", { name: "Open the domain" }).count()).toBe(0);
  await sql.query("UPDATE domain SET is_served = false, status = 'failing' WHERE id = $1", [domainId]);
  await page.reload();
  await page.getByText(`Another account has verified ${host}`).waitFor();
  await suspendDomain(host, { reason: "Its codes ask for bank passwords." });
  await page.reload();
  await page.getByText(`${host} is suspended: Its codes ask for bank passwords.`).waitFor();
  expect(await listFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Open the domain" }).click();
  await page.waitForURL(`**/domains/${domainId}`);
});

describe("deleting a domain", () => {
  it("is refused while the operator has suspended a code on it", async () => {
    const account = await newAccount("pro");
    const domain = await insertDomain(account);
    await insertDomainCode(domain, { slug: "menu", isSuspended: true });
    const page = await open(`/domains/${domain.id}`, account);
    await settle(page);
    await page.getByRole("button", { name: `Actions for ${domain.host}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: `Delete “${domain.host}”?` });
    await dialog.getByLabel(`Type ${domain.host} to delete it`).fill(domain.host);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog
      .getByText("The operator suspended this domain or codes of it, so it can't be deleted.")
      .waitFor();
  });

  it("asks where to move a code that was added while the dialog was open", async () => {
    const account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    const { id, host } = await insertDomain(caller);
    const page = await open(`/domains/${id}`, account);
    await settle(page);
    await page.getByRole("button", { name: `Actions for ${host}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: `Delete “${host}”?` });
    await dialog.getByText("No code uses it.").waitFor();
    await createCode(caller, { name: "Menu", type: "url", content: target, isDynamic: true, domain: host });
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText("Codes now use this domain. Choose where to move them").waitFor();
    await dialog.getByLabel("Move its codes to").selectOption("service");
    await dialog.getByLabel(`Type ${host} to delete it`).fill(host);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL("**/domains");
  });
});

describe("the editor", () => {
  it("says that printed copies depend on DNS when a code leaves its domain", async () => {
    const account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    const { host } = await insertDomain(caller);
    const code = {
      name: "Menu",
      type: "url",
      content: target,
      isDynamic: true,
      slug: "menu-24",
      domain: host,
    } as const;
    const { id } = await createCode(caller, code);
    const page = await open(`/codes/${id}/edit`, account);
    await settle(page);
    await page.getByLabel("Domain").selectOption({ label: new URL(service).host });
    await page.getByText(`Holds ${service}/r/menu-24`).waitFor();
    await page
      .getByText(
        `Printed copies keep working as long as you keep ${host} and its DNS records: ${host}/menu-24 becomes`,
      )
      .waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await readId(page, "codes");
    expect(await getCode(caller, id)).toMatchObject({ domain: null, slug: "menu-24" });
    await page.getByText("Those on your own domains work for as long as you keep the domain.").waitFor();
  });

  it("shows no domain field when the account has no domain", async () => {
    const page = await open("/codes/new", await newAccount("starter"));
    await textbox(page, "Short link").waitFor();
    expect(await page.getByLabel("Domain").count()).toBe(0);
  });

  it("shows an error at the field for a domain that is no longer verified", async () => {
    const account = await newAccount("pro");
    const { id, host } = await insertDomain({ accountId: account.accountId });
    const page = await open("/codes/new", account);
    await settle(page);
    await page.getByLabel("Domain").selectOption(host);
    await textbox(page, "Name").fill("Menu");
    await textbox(page, "Address").fill(target);
    await sql.query("UPDATE domain SET is_served = false, status = 'failing' WHERE id = $1", [id]);
    await page.getByRole("button", { name: "Create code" }).click();
    await page.locator("#field-domain-fault").getByText(`“${host}” isn't a verified domain`).waitFor();
  });

  it("keeps a code on its domain after a downgrade", async () => {
    const account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    const { host } = await insertDomain(caller);
    const code = { name: "Menu", type: "url", content: target, isDynamic: true, domain: host } as const;
    const { id } = await createCode(caller, code);
    await changePlan(account.accountId, "free");
    const page = await open(`/codes/${id}/edit`, account);
    await settle(page);
    expect(await page.getByLabel("Domain").inputValue()).toBe(host);
    await textbox(page, "Name").fill("Lunch");
    await page.getByRole("button", { name: "Save changes" }).click();
    await readId(page, "codes");
    expect(await getCode(callerOf(account, "free"), id)).toMatchObject({ name: "Lunch", domain: host });
  });
});
