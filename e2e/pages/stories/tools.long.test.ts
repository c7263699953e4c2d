import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCodes } from "@/lib/codes";
import { codeListQuery } from "@/lib/codes/schema";
import { sheetCatalogue } from "@/lib/prints/sheets";
import { callerOf, callV1, newAccount, type TestAccount } from "../../support/accounts";
import { unpack } from "../../support/archive";
import { readLabels } from "../../support/label-sheets";
import { newOperator } from "../../support/operator";
import { serveMap } from "../../support/process/nginx";
import { readCode } from "../../support/public-api";
import { servedUrl } from "../../support/short-urls";
import { codeAt, stepMs } from "../../support/two-factor";
import { type Receiver, startReceiver } from "../../support/webhooks/receiver";
import { withBrowser } from "../browser";
import { detail, row } from "../deliveries-page";
import { checkFile, readCounts, untilChecked, writeTables } from "../import-page";
import { signedIn } from "../signed-in";
import { devices, follow, press, pressButton, signIn, takeFile } from "./walk";

const open = withBrowser();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const count = 200;
const targetOf = (place: number) => `https://halden.example/t/${place}`;

/** Of two hundred rows seven are faulty, of two kinds. */
function writeFaulty(): string[][] {
  return writeTables(count).map(([name, type, content, kind], at) => {
    if (at === 38) return [name, type, content.replace("https://", ""), kind];
    return [name, at >= 98 && at < 104 ? "Link" : type, content, kind];
  });
}

async function importRows(page: Page): Promise<void> {
  await page.goto("/bulk");
  await checkFile(page, writeFaulty());
  expect(await readCounts(page)).toEqual({ ready: count - 7, toFix: 7 });
  await pressButton(page, "Add https://");
  await press(page.getByRole("button", { name: "Use Web address for all 6 rows" }).first());
  await expect.poll(() => readCounts(page)).toEqual({ ready: count, toFix: 0 });
  await untilChecked(page);
  await pressButton(page, `Create ${count} codes`);
  await page.getByRole("heading", { name: `${count} codes are created` }).waitFor({ timeout: 60_000 });
}

/** The short URL of each table, and the code's id. */
async function listTables(account: TestAccount): Promise<Map<string, { id: string; shortUrl: string }>> {
  const caller = callerOf(account, "pro");
  const pages = await Promise.all(
    [1, 2].map((page) => listCodes(caller, codeListQuery.parse({ limit: 100, page }))),
  );
  const codes = pages.flatMap(({ data }) => data);
  return new Map(codes.map((code) => [code.name, { id: code.id, shortUrl: servedUrl(code) }]));
}

/** The files of all, and sheets of labels of all, each read as a scanner reads them. */
async function print(page: Page, shortUrls: readonly string[]): Promise<void> {
  await pressButton(page, "Download files");
  const files = page.getByRole("dialog", { name: `Download ${count} codes` });
  const zip = await takeFile(page, () => pressButton(files, "Download ZIP"));
  const { folder, paths } = unpack(zip.bytes);
  const pictures = paths.filter((path) => path.endsWith(".png"));
  expect(pictures).toHaveLength(count);
  const [picture = ""] = pictures;
  expect(shortUrls).toContain(await readCode(readFileSync(join(folder, picture))));
  await page.keyboard.press("Escape");
  await files.waitFor({ state: "detached" });

  await pressButton(page, "Label sheet");
  const labels = page.getByRole("dialog", { name: `Label sheets of ${count} codes` });
  await labels.getByRole("radio", { name: /Avery 5160/ }).check();
  const pdf = await takeFile(page, () => pressButton(labels, "Create PDF"));
  await labels.getByText(`All ${count} labels were read back.`).waitFor();
  const read = await readLabels(pdf.bytes, sheetCatalogue["5160"]);
  expect(read.filter((text) => text !== null).sort()).toEqual([...shortUrls].sort());
  await page.keyboard.press("Escape");
}

/** A key that is made, called with, and seen in the usage. */
async function useKey(page: Page): Promise<string> {
  await page.goto("/api-keys");
  await page.getByLabel("Name").fill("Till system");
  await pressButton(page, "Create key");
  const dialog = page.getByRole("dialog", { name: "Copy the key now" });
  const key = await dialog.getByLabel("Till system").inputValue();
  await pressButton(dialog, "I've stored it");
  await dialog.waitFor({ state: "detached" });
  expect((await callV1(key, "GET", "/qr-codes")).json?.pagination?.total).toBe(count);
  await expect
    .poll(async () => {
      await page.goto("/usage");
      return page.getByRole("button", { name: "Till system, 1 request, 100%" }).count();
    })
    .toBe(1);
  return key;
}

/** A change by that key is sent to a receiver, and sent once more from the log. */
async function replay(page: Page, key: string, id: string): Promise<void> {
  await page.goto("/webhooks");
  await page.getByLabel("Name", { exact: true }).fill("Order desk");
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByLabel("qr.updated").check();
  await pressButton(page, "Create webhook");
  const dialog = page.getByRole("dialog", { name: "Copy the secret now" });
  await pressButton(dialog, "I've stored it");
  await dialog.waitFor({ state: "detached" });
  const changed = await callV1(key, "PUT", `/qr-codes/${id}`, { body: { name: "Table one" } });
  expect(changed.status, changed.text).toBe(200);
  const about = () => receiver.requests.filter(({ body }) => body.toString().includes(id));
  await expect.poll(() => about().length).toBe(1);
  await page.goto("/deliveries");
  await row(page, /qr\.updated.*Delivered/s).click();
  await pressButton(detail(page), "Replay");
  await expect.poll(() => about().length).toBe(2);
  const [first, again] = about();
  expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  await detail(page).getByText("Replay of").waitFor();
}

/** The second factor is turned on, and asked for at the next sign-in. */
async function lockTwice(page: Page, account: TestAccount): Promise<void> {
  await page.goto("/settings");
  const block = page.getByRole("region", { name: "Two-factor sign-in" });
  await pressButton(block, "Turn on");
  const dialog = page.getByRole("dialog", { name: "Turn on two-factor sign-in" });
  await dialog.getByRole("img", { name: /^QR code for your app/ }).waitFor();
  const shown = await dialog.locator("[data-secret]").textContent();
  const secret = String(shown).replaceAll(" ", "");
  await dialog.getByLabel("Password", { exact: true }).fill(account.password);
  await dialog.getByLabel("Code from your app").fill(codeAt(secret, Date.now() - stepMs));
  await pressButton(dialog, "Turn on");
  const kept = page.getByRole("dialog", { name: "Keep these recovery codes" });
  await kept.waitFor({ timeout: 60_000 });
  await takeFile(page, () => pressButton(kept, "Download (.txt)"));
  await pressButton(kept, "I've stored them");
  await block.getByText(/^On since/).waitFor();
  await page.context().clearCookies();
  await page.goto("/sign-in?callbackUrl=%2Fsettings");
  await signIn(page, account);
  await page.waitForURL("**/sign-in/code?*");
  await page.getByLabel("Code from your app").fill(codeAt(secret));
  await pressButton(page.getByRole("main"), "Sign in");
  await page.waitForURL("**/settings");
}

/** What is printed is followed through the exported map, without the service. */
async function followMap(page: Page, shortUrl: string, target: string): Promise<void> {
  await pressButton(page, "Export");
  const dialog = page.getByRole("dialog", { name: "Export this account's data" });
  await dialog.getByRole("radio", { name: /^Redirect map only/ }).check();
  const { bytes } = await takeFile(page, () => pressButton(dialog, /^Download ZIP/));
  const { folder, paths } = unpack(bytes);
  const map = paths.find((path) => path.endsWith("quietzone-map.conf")) ?? "no map";
  const origin = await serveMap(join(folder, map, ".."));
  const answer = await fetch(origin + new URL(shortUrl).pathname, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, target]);
}

describe.each(devices)("a Pro account on %s", (_, device) => {
  it("uses import, labels, a key, a webhook, two factors and export until a code is suspended", async () => {
    const account = await newAccount("pro");
    const page = await open("/sign-in", { ...device, mayLog: /status of 410/ });
    await signIn(page, account);
    await page.waitForURL("**/codes");
    await importRows(page);
    const tables = await listTables(account);
    const { id = "", shortUrl = "" } = tables.get("Table 1") ?? {};
    await print(
      page,
      [...tables.values()].map((table) => table.shortUrl),
    );
    await replay(page, await useKey(page), id);
    await lockTwice(page, account);
    await followMap(page, shortUrl, targetOf(1));

    const operator = await open(`/admin/codes?q=${shortUrl}`, {
      ...device,
      ...(await signedIn(await newOperator())),
    });
    await pressButton(operator, "Suspend");
    const dialog = operator.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Phishing for a bank");
    await pressButton(dialog, "Suspend code");
    await expect.poll(() => follow(shortUrl)).toBe(410);
    await page.goto(shortUrl);
    await page.getByRole("heading", { name: "This code is suspended" }).waitFor();
  }, 240_000);
});
