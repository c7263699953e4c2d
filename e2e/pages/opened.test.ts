import { beforeAll, describe, expect, inject, it } from "vitest";
import { parsePayload } from "@/lib/content";
import { readCode } from "../support/public-api";
import { themes, withBrowser } from "./browser";
import { longCard, network, withCodes } from "./opened-codes";

const open = withBrowser();
let make: Awaited<ReturnType<typeof withCodes>>["make"];
beforeAll(async () => {
  ({ make } = await withCodes());
});

describe("a visitor without JavaScript", () => {
  const plain = { javaScriptEnabled: false };

  it("reads a contact card, has a link to call, and saves the contact", async () => {
    const path = await make("vcard", longCard);
    const page = await open(path, plain);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
      "Marguerite Oyelaran-Schwarzenbacher",
    );
    expect(await page.getByRole("link", { name: "+49 171 5550199" }).getAttribute("href")).toBe(
      "tel:+491715550199",
    );
    await page.getByText("12059 Berlin").waitFor();
    expect(await page.getByText("Internal vcard").count()).toBe(0);
    const save = page.getByRole("link", { name: "Save contact" });
    const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
    expect(file.suggestedFilename()).toBe("contact.vcf");
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(parsePayload(Buffer.concat(chunks).toString())).toMatchObject({
      lastName: "Oyelaran-Schwarzenbacher",
      birthday: "1985-04-12",
    });
  });

  it("sees a network's password on request, and downloads the profile", async () => {
    const page = await open(await make("wifi", network), plain);
    const password = page.getByText(network.password, { exact: true });
    expect(await password.isVisible()).toBe(false);
    await page.getByRole("checkbox", { name: "Show password" }).check();
    await password.waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    const load = page.getByRole("link", { name: "Download profile" });
    const [file] = await Promise.all([page.waitForEvent("download"), load.click()]);
    expect(file.suggestedFilename()).toBe("network.mobileconfig");
  });

  it("reads a text with its line breaks, and has links to write an email and a message", async () => {
    const text = await open(await make("text", "one\n  two <b>\n\nhttps://halden.example/."), plain);
    expect(await text.locator("#text").textContent()).toBe("one\n  two <b>\n\nhttps://halden.example/.");
    expect(await text.locator("#text").evaluate((element) => getComputedStyle(element).whiteSpace)).toBe(
      "pre-wrap",
    );
    const link = text.getByRole("link", { name: "https://halden.example/", exact: true });
    expect(await link.getAttribute("rel")).toContain("noopener noreferrer");
    const mail = await open(await make("email", { to: "a@b.example", subject: "x y" }), plain);
    expect(await mail.getByRole("link", { name: "Write the email" }).getAttribute("href")).toBe(
      "mailto:a@b.example?subject=x%20y",
    );
    const sms = await open(await make("sms", { phone: "+44 1632 960001", message: "a b" }), plain);
    expect(await sms.getByRole("link", { name: "Write the message" }).getAttribute("href")).toBe(
      "sms:+441632960001?&body=a%20b",
    );
  });

  it("prints a network's password, without links", async () => {
    const page = await open(await make("wifi", network), { ...plain, colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.getByText(network.password, { exact: true }).waitFor();
    expect(await page.getByRole("link").count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(255, 255, 255)",
    );
  });
});

describe("a visitor with JavaScript", () => {
  const said = "Copied";

  it("copies a hidden password, with a message for screen readers", async () => {
    const page = await open(await make("wifi", network));
    const button = page.getByRole("button", { name: "Copy password" });
    await button.click();
    await expect.poll(() => page.getByRole("button", { name: said }).count()).toBe(1);
    expect(await page.getByRole("status").textContent()).toBe(said);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(network.password);
    await expect.poll(() => button.count(), { timeout: 10_000 }).toBe(1);
    expect(await page.getByRole("status").textContent()).toBe("");
  });

  it("copies a text unchanged, a text message and an email address", async () => {
    const text = "one\n\n  two https://halden.example/x?a=1&b=2, three";
    for (const [path, name, copied] of [
      [await make("text", text), "Copy text", text],
      [await make("sms", { phone: "123", message: "JOIN <12>" }), "Copy message", "JOIN <12>"],
      [await make("email", { to: "a@b.example", subject: "x" }), "Copy address", "a@b.example"],
    ] as const) {
      const page = await open(path);
      await page.getByRole("button", { name }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
    }
  });

  it("copies without the browser's clipboard API", async () => {
    const page = await open(await make("wifi", network));
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.evaluate(() =>
      document.addEventListener("copy", () => {
        document.title = getSelection()?.toString() || (document.activeElement as HTMLTextAreaElement).value;
      }),
    );
    await page.getByRole("button", { name: "Copy password" }).click();
    await expect.poll(() => page.title()).toBe(network.password);
  });
});

describe("the QR code for a second device", () => {
  it.each(themes)("scans from the %s screen and joins the same network", async (colorScheme) => {
    const page = await open(await make("wifi", network), { colorScheme });
    const symbol = page.getByRole("img", { name: `QR code to join ${network.ssid}` });
    expect(parsePayload((await readCode(await symbol.screenshot())) ?? "")).toMatchObject({
      ...network,
      security: "WPA",
    });
  });
});

describe("a preview", () => {
  it("P3: shows the target before the redirect, and a link that opens it", async () => {
    const path = await make("url", `${inject("baseUrl")}/docs?table=12`);
    const page = await open(`${path}+`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(
      new URL(inject("baseUrl")).host,
    );
    await page.getByText(`${inject("baseUrl")}/docs?table=12`).waitFor();
    await page.getByRole("link", { name: "Go there" }).click();
    await page.waitForURL("**/docs?table=12");
  });
});

describe("a code in the visitor's language", () => {
  it.each([
    ["de-CH", "Kontakt sichern", "Diesen Code melden", "Hier ist kein Code"],
    ["fr-CA", "Enregistrer le contact", "Signaler ce code", "Il n’y a pas de code ici"],
    ["es-MX", "Guardar contacto", "Denunciar este código", "Aquí no hay ningún código"],
    ["pt-BR", "Salvar contato", "Denunciar este código", "Não há nenhum código aqui"],
    ["ja-JP", "Save contact", "Report this code", "There is no code here"],
  ])("%s", async (locale, save, report, lost) => {
    const page = await open(await make("contact", { firstName: "Ada" }), { locale });
    await page.getByRole("link", { name: save }).waitFor();
    await page.getByRole("link", { name: report }).waitFor();
    const missing = await open("/r/00000000", { locale, mayLog: /404/ });
    expect(await missing.getByRole("heading", { level: 1 }).textContent()).toBe(lost);
    await missing.getByText(/^req_[0-9A-Za-z]{20}$/).waitFor();
  });
});

describe("I3: hostile content", () => {
  const harm = [
    "<script>window.harmed=1</script>",
    '"><img src=x onerror="window.harmed=1">',
    "</title></style><svg/onload=window.harmed=1>",
    "' onfocus=window.harmed=1 autofocus x='",
    "\u202e<b>\u2028\u2029<!--",
  ];

  it("stays text on every page, without a CSP violation", async () => {
    const text = harm.join(" ");
    const paths = [
      await make("text", text),
      await make("contact", { firstName: text, organization: text, address: text, note: text }),
      ...(await Promise.all(
        harm.map((part) => make("wifi", { ssid: part.slice(0, 24), password: `1234567 ${part}` })),
      )),
      await make("sms", { phone: "123", message: text }),
      await make("email", { to: "a@b.example", subject: text, body: text }),
    ];
    const page = await open(paths[0] as string);
    expect(await page.locator("#text").textContent()).toBe(text);
    for (const path of paths.flatMap((path) => [path, `${path}+`])) {
      await page.goto(path);
      expect(await page.evaluate(() => "harmed" in window)).toBe(false);
    }
  });
});
