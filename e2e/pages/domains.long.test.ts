import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCode, getCode } from "@/lib/codes";
import { addDomain, getConsoleDomain } from "@/lib/domains";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount, type TestAccount } from "../support/accounts";
import { insertDomain, newHost } from "../support/domains";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { DnsStub } from "../support/webhooks/dns-stub";
import { contextOf, type OpenOptions, screens, withBrowser } from "./browser";
import { settle } from "./furnished";
import { listFaults, looks, walkTo } from "./inspect";
import { signedIn } from "./signed-in";

const openAt = withBrowser();
const target = "https://halden.example/menu";

let own: OwnServices;
let dns: DnsStub;
let baseURL: string;
beforeAll(async () => {
  dns = await new DnsStub().open();
  own = await openOwnServices(1, { settings: { DOMAIN_DNS_SERVERS: dns.address } });
  baseURL = own.services[0]?.baseUrl ?? "";
});
afterAll(async () => {
  await own.close();
  await dns.close();
});

const open = async (path: string, account: TestAccount, options: OpenOptions = {}): Promise<Page> =>
  openAt(path, { ...(await signedIn(account, baseURL)), ...options, baseURL });

const textbox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const record = (page: Page, type: string) => page.getByRole("region", { name: new RegExp(`^${type} `) });
const check = (page: Page) => page.getByRole("button", { name: "Check now" }).click();

/** What the service answers to a request for a path of a host. */
async function ask(host: string, path: string): Promise<Pick<IncomingMessage, "statusCode" | "headers">> {
  const asked = request(new URL(path, baseURL), { headers: { host } }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer;
}

async function follow(shortUrl: string): Promise<string | undefined> {
  const { host, pathname } = new URL(shortUrl);
  return (await ask(host, pathname)).headers.location;
}

/** The id at the end of the address that the page comes to. */
async function readId(page: Page, below: string): Promise<string> {
  await page.waitForURL(new RegExp(`/${below}/[0-9a-f-]{36}$`));
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Waits until the focus is in a field, and types over what it holds. */
async function typeInto(page: Page, field: ReturnType<typeof textbox>, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

describe("a domain", () => {
  it("is verified by DNS, serves a renamed code, and moves it to another domain when deleted", async () => {
    const account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    const host = newHost();
    const page = await open("/domains", account);
    await settle(page);
    await page.getByRole("heading", { name: "Your first domain" }).waitFor();
    await walkTo(page, "first-domain-host");
    await page.keyboard.type(host.toUpperCase());
    await page.keyboard.press("Enter");
    const id = await readId(page, "domains");
    await page.getByRole("heading", { level: 1, name: new RegExp(`^${host}`) }).waitFor();
    const { dns: records } = await getConsoleDomain(caller, id);

    for (const [type, part, text] of [
      ["TXT", "name", records.txtName],
      ["TXT", "value", records.txtValue],
      ["CNAME", "name", host],
      ["CNAME", "value", records.cname],
    ] as const) {
      await page.getByRole("button", { name: `Copy the ${part} of the ${type} record` }).press("Enter");
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }

    await record(page, "TXT").getByText("Not checked yet").waitFor();
    await check(page);
    await record(page, "TXT").getByText("Waiting for the TXT record").waitFor();
    await record(page, "CNAME").getByText("The host has no address yet").waitFor();
    dns.answer(host, { a: ["203.0.113.7"] });
    await check(page);
    await record(page, "CNAME").getByText("Points elsewhere: 203.0.113.7").waitFor();
    dns.answer(records.txtName, { txt: [records.txtValue] });
    dns.answer(host, { cname: [records.cname], a: ["127.0.0.1"] });
    await check(page);
    await page.getByText(`${host} is verified.`).waitFor();
    await record(page, "TXT").getByText("Found").waitFor();
    await record(page, "CNAME").getByText("Points here").waitFor();
    await page.getByText("Checked just now. We check again on ").waitFor();

    await page.getByRole("button", { name: `Actions for ${host}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Use as default" }).press("Enter");
    await page.getByText(`New codes get ${host} from now on.`).waitFor();
    await page.getByRole("button", { name: `Actions for ${host}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Stop using as default" }).press("Enter");
    await page.getByText(`${host} isn't the default any more.`).waitFor();
    await page.getByText("Use it when chosen").waitFor();
    await page.getByRole("button", { name: `Actions for ${host}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Use as default" }).press("Enter");
    await page.getByText("Use it by default").waitFor();

    await page.goto("/codes/new");
    await settle(page);
    expect(await page.getByLabel("Domain").inputValue()).toBe(host);
    await typeInto(page, textbox(page, "Name"), "Menu");
    await typeInto(page, textbox(page, "Address"), target);
    await typeInto(page, textbox(page, "Short link"), "m");
    await page.getByText(`Holds https://${host}/m`).waitFor();
    await page.keyboard.press("Enter");
    const codeId = await readId(page, "codes");
    await page.getByRole("link", { name: `${host}/m`, exact: true }).waitFor();
    await page.goto("/codes?view=table");
    await page.getByText(`${host}/m`).filter({ visible: true }).waitFor();

    await page.goto(`/codes/${codeId}/edit`);
    await settle(page);
    await typeInto(page, textbox(page, "Short link"), "menu-24");
    await page.getByText(`Printed copies keep working: ${host}/m becomes an earlier short link`).waitFor();
    await page.keyboard.press("Enter");
    await readId(page, "codes");
    const renamed = await getCode(caller, codeId);
    expect([renamed.domain, renamed.slug]).toEqual([host, "menu-24"]);
    for (const printed of [`https://${host}/m`, `https://${host}/menu-24`])
      await expect.poll(() => follow(printed), { message: printed }).toBe(target);

    await page.goto(`/domains/${id}`);
    await settle(page);
    await typeInto(page, textbox(page, "Start page"), "halden.example");
    await page.keyboard.press("Enter");
    await page.getByText("Start with https:// or http://.").waitFor();
    await typeInto(page, textbox(page, "Start page"), `https://${host}/`);
    await page.keyboard.press("Enter");
    await page.getByText("This address leads back to this service").waitFor();
    await typeInto(page, textbox(page, "Start page"), "https://halden.example/");
    await typeInto(page, textbox(page, "Unknown short links"), "https://halden.example/lost");
    await page.keyboard.press("Enter");
    await page.getByText("Addresses saved.").waitFor();
    await expect.poll(() => follow(`https://${host}/`)).toBe("https://halden.example/");
    await expect.poll(() => follow(`https://${host}/nothing`)).toBe("https://halden.example/lost");

    const next = await insertDomain(caller);
    // Too short for the service's own host.
    const short = { slug: "x", domain: host };
    await createCode(caller, { name: "X", type: "url", content: target, isDynamic: true, ...short });
    await page.reload();
    await settle(page);
    await page.getByRole("button", { name: `Actions for ${host}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: `Delete “${host}”?` });
    await dialog.getByText(/^It holds 2 codes\. Printed copies with/).waitFor();
    expect(await listFaults(page)).toEqual([]);
    await dialog.getByLabel("Move its codes to").selectOption("service");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText(`Type “${host}” to delete it.`).waitFor();
    await dialog.getByLabel(`Type ${host} to delete it`).fill(host);
    await dialog.getByLabel(`Type ${host} to delete it`).press("Enter");
    await dialog
      .getByText(/These short links are taken or not allowed there: x\. Change them first/)
      .waitFor();
    expect((await getCode(caller, codeId)).domain).toBe(host);

    await dialog.getByLabel("Move its codes to").selectOption({ label: next.host });
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL("**/domains");
    await page.getByText(`“${host}” is deleted.`).waitFor();
    await page.getByRole("link", { name: next.host }).waitFor();
    expect(await page.getByRole("link", { name: host, exact: true }).count()).toBe(0);
    expect(await getCode(caller, codeId)).toMatchObject({
      shortUrl: `https://${next.host}/menu-24`,
      slug: "menu-24",
    });
    await expect.poll(() => follow(`https://${next.host}/m`)).toBe(target);
    await expect.poll(() => follow(`https://${host}/menu-24`)).toBeUndefined();
  });
});

const sayFound = (hasProof: boolean, addresses: readonly string[] = [], fault: string | null = null) =>
  JSON.stringify({ hasProof, addresses, fault });

interface DomainState {
  status: "pending" | "verified" | "failing";
  isServed: boolean;
  pointsHere?: boolean;
  findings: string;
}

/** Gives a domain a state that takes days to come to. */
async function setState(
  id: string,
  { status, isServed, pointsHere = false, findings }: DomainState,
): Promise<void> {
  await sql.query(
    `UPDATE domain SET status = $2, is_served = $3, points_here = $4, findings = $5, checked_at = now() - interval '1 hour',
       next_check_at = now() + interval '1 day' WHERE id = $1`,
    [id, status, isServed, pointsHere, findings],
  );
}

async function newDomainOf(account: TestAccount, host = newHost()) {
  const { id } = await addDomain(callerOf(account, "pro"), { host });
  return { id, host };
}

describe("the page of a domain", () => {
  it.each<[string, DomainState, readonly RegExp[]]>([
    [
      "a domain whose name servers do not answer",
      { status: "pending", isServed: false, findings: sayFound(false, [], "ETIMEOUT") },
      [/^The name servers didn't answer in time$/],
    ],
    [
      "a domain whose name servers fail in another way",
      { status: "pending", isServed: false, findings: sayFound(false, [], "EBADNAME") },
      [/^DNS didn't answer \(EBADNAME\)$/],
    ],
    [
      "a domain that another account has verified",
      { status: "pending", isServed: false, findings: sayFound(true) },
      [/^The TXT record is there, but another account has verified this host, too\./, /^Found$/],
    ],
    [
      "a domain that points elsewhere",
      { status: "verified", isServed: true, findings: sayFound(true, ["203.0.113.7"]) },
      [/^You own the host, but its DNS doesn't point here\./, /^Points elsewhere: 203\.0\.113\.7$/],
    ],
    [
      "a domain whose TXT record was missing at the last check",
      { status: "verified", isServed: true, pointsHere: true, findings: sayFound(false, ["127.0.0.1"]) },
      [/^The TXT record was missing at the last check\./, /^The TXT record is missing$/],
    ],
    [
      "a failing domain",
      { status: "failing", isServed: true, pointsHere: true, findings: sayFound(false, ["127.0.0.1"]) },
      [/^The TXT record has been missing for three daily checks\. Short links on this domain still work\./],
    ],
    [
      "a domain that another account took over",
      { status: "failing", isServed: false, findings: sayFound(false, ["203.0.113.7"]) },
      [/^Another account has verified this host, so short links on it no longer open your codes\./],
    ],
  ])("explains the state of %s", async (_, state, sentences) => {
    const account = await newAccount("pro");
    const { id } = await newDomainOf(account);
    await setState(id, state);
    const page = await open(`/domains/${id}`, account);
    for (const sentence of sentences) await page.getByText(sentence).first().waitFor();
    const alert = page.getByRole("navigation", { name: "Account" }).getByText("1 failing");
    expect(await alert.isVisible()).toBe(state.status === "failing");
  });

  it("shows new findings only while the tab is visible, and sends no DNS queries", async () => {
    const account = await newAccount("pro");
    const { id, host } = await newDomainOf(account);
    const page = await open("/settings", account);
    await page.clock.install();
    await page.goto(`/domains/${id}`);
    await settle(page);
    const asked = dns.questions.length;
    await setState(id, { status: "pending", isServed: false, findings: sayFound(false, ["203.0.113.7"]) });
    await page.evaluate(() =>
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" }),
    );
    const reads: string[] = [];
    page.on("request", (request) => {
      if (request.headers().rsc !== undefined) reads.push(request.url());
    });
    await page.clock.runFor(60_000);
    expect(reads).toEqual([]);
    await page.evaluate(() =>
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "visible" }),
    );
    await page.clock.runFor(16_000);
    await page.getByText("Points elsewhere: 203.0.113.7").waitFor();
    expect(reads).toHaveLength(1);
    expect(dns.questions.slice(asked).filter(({ name }) => name.endsWith(host))).toEqual([]);
  });

  it("refuses a 21st check within an hour, with the time to try again", async () => {
    const account = await newAccount("pro");
    const { id } = await newDomainOf(account);
    const page = await open(`/domains/${id}`, account);
    await settle(page);
    for (let asked = 1; asked <= 20; asked += 1) {
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await check(page);
      expect((await answered).status()).toBe(200);
      await page.getByRole("button", { name: "Check now" }).waitFor();
    }
    await check(page);
    await page
      .getByText(
        /You've checked 20 times within an hour\. We also check automatically\. Try again (?:at|on \d+ \w+,) \d\d:\d\d\./,
      )
      .waitFor();
  });

  it("shows an international host in Unicode and in Punycode", async () => {
    const account = await newAccount("pro");
    const { id } = await newDomainOf(account, "münchen-karte.example.com");
    const page = await open("/domains", account);
    await page.getByText("xn--mnchen-karte-dlb.example.com", { exact: true }).waitFor();
    await page.getByRole("link", { name: "münchen-karte.example.com" }).click();
    await page.waitForURL(`**/domains/${id}`);
    await page.getByRole("heading", { level: 1, name: /^münchen-karte\.example\.com/ }).waitFor();
    await record(page, "CNAME").getByText("xn--mnchen-karte-dlb.example.com").waitFor();
  });

  it("asks for an ALIAS record instead of a CNAME for an apex domain", async () => {
    const account = await newAccount("pro");
    const host = newHost().replace(".example.com", ".example");
    const { id } = await newDomainOf(account, host);
    const page = await open(`/domains/${id}`, account);
    await record(page, "ALIAS")
      .getByText(/is the top of its zone, where DNS allows no CNAME\./)
      .waitFor();
    expect(await record(page, "CNAME").count()).toBe(0);
  });

  it("is not found by another account", async () => {
    const { id } = await newDomainOf(await newAccount("pro"));
    const page = await open(`/domains/${id}`, await newAccount("pro"), { mayLog: /404/ });
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
  });
});

describe.each(looks)("$name", ({ context, inspect }) => {
  let account: TestAccount;
  let paths: string[];
  beforeEach(async () => {
    account = await newAccount("pro");
    const caller = callerOf(account, "pro");
    const { host } = await insertDomain(caller, { isDefault: true });
    const pending = await newDomainOf(account, newHost().replace(".example.com", ".example"));
    const lost = await newDomainOf(account);
    const addresses = ["203.0.113.9", "203.0.113.10", "2001:db8::7", "2001:db8::8"];
    await setState(lost.id, { status: "failing", isServed: false, findings: sayFound(false, addresses) });
    const code = {
      name: "Menu",
      type: "url",
      content: target,
      isDynamic: true,
      slug: "m".repeat(60),
    } as const;
    const { id } = await createCode(caller, { ...code, domain: host });
    paths = [
      "/domains",
      `/domains/${pending.id}`,
      `/domains/${lost.id}`,
      "/codes/new",
      `/codes/${id}`,
      "/codes",
    ];
  });

  it("the pages of domains and their codes have no axe faults, overflow or small targets", async () => {
    const page = await open("/settings", account, context);
    for (const path of paths) {
      await page.goto(path);
      await settle(page);
      expect(await inspect(page), path).toEqual([]);
    }
  });

  it("the page of the first domain has no axe faults, overflow or small targets", async () => {
    const page = await open("/domains", await newAccount("starter"), context);
    await settle(page);
    expect(await inspect(page)).toEqual([]);
  });
});

it("a failing domain is shown on a phone's account button and in its dialog", async () => {
  const account = await newAccount("pro");
  await setState((await newDomainOf(account)).id, {
    status: "failing",
    isServed: false,
    findings: sayFound(false, ["203.0.113.9"]),
  });
  const page = await open("/codes", account, contextOf(screens[0]));
  await settle(page);
  await page.getByRole("button", { name: "A domain is failing. Account" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Domains 1 failing" }).click();
  await page.waitForURL("**/domains");
});
