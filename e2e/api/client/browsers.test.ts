import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchChromium } from "../../support/chromium";

/** What a script is told that makes a client with a key. */
const telling = `
  var told = (() => {
    try {
      return new Client.Quietzone({ baseUrl: location.origin, apiKey: "qr_live_x" }) && "taken";
    } catch (error) {
      return error.message;
    }
  })();
  self.postMessage?.(told);`;
const refused = /^An API key does not belong in a browser/;

let script = "";
/** A site with a page, the client as `Client` in a script, and nothing but redirects beside them. */
const site = createServer(({ url = "" }, response) => {
  const [type, body] =
    url === "/client.js" ? ["text/javascript", script] : ["text/html", "<title>Site</title>"];
  if (url.startsWith("/api/")) response.writeHead(307, { location: "/elsewhere" }).end();
  else response.writeHead(200, { "content-type": type }).end(body);
});
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ["clients/typescript/src/index.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "Client",
  });
  script = `${outputFiles[0]?.text}${telling}`;
  await once(site.listen(0, "127.0.0.1"), "listening");
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.close();
  site.close();
  site.closeAllConnections();
});

it.each(["classic", "module"])("a %s worker of a page rejects a key", async (type) => {
  const told = await page.evaluate(
    `new Promise((resolve) => {
      new Worker("/client.js", { type: "${type}" }).onmessage = ({ data }) => resolve(data);
    })`,
  );
  expect(told).toMatch(refused);
});

it("a service worker rejects a key", async () => {
  const starting = page.context().waitForEvent("serviceworker");
  await page.evaluate(`navigator.serviceWorker.register("/client.js").then(() => {})`);
  const worker = await starting;
  await expect.poll(() => worker.evaluate("globalThis.told"), { timeout: 20_000 }).toMatch(refused);
});

it("a redirect in a browser is reported as an error with the requested address", async () => {
  await page.addScriptTag({ url: "/client.js" });
  const refusal = await page.evaluate(`
    new Client.Quietzone({ baseUrl: location.origin }).publicCodes.create({ type: "text", content: "Hello" })
      .catch(({ status, code, message }) => ({ status, code, message }))`);
  expect(refusal).toMatchObject({ status: 0, code: "unexpected_answer" });
  expect((refusal as Error).message).toContain("answered with a redirect: http://127.0.0.1:");
});
