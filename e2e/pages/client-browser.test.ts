import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { readCode } from "../support/public-api";
import { withBrowser } from "./browser";

const open = withBrowser();
/** A site of somebody else's. */
const shop = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end('<link rel="icon" href="data:,">');
});
beforeAll(() => once(shop.listen(0, "127.0.0.1"), "listening"));
afterAll(() => shop.close());

/** The client as a page of any origin has it, in `Client`. */
async function openWithClient() {
  const { outputFiles } = await build({
    entryPoints: ["clients/typescript/src/index.ts"],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "Client",
  });
  // A header of the test's own would be one more that the service must let a foreign page send.
  const page = await open("/docs", { extraHTTPHeaders: {}, mayAsk: /^http:\/\/127\.0\.0\.1:/ });
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
  return page;
}

it("the client creates and fetches a public code on a page of another origin", async () => {
  const page = await openWithClient();
  const bytes = (await page.evaluate(`(async () => {
    const quietzone = new Client.Quietzone({ baseUrl: ${JSON.stringify(inject("baseUrl"))} });
    const { imageUrl } = await quietzone.publicCodes.create({ type: "text", content: "From a page" });
    return [...(await quietzone.publicCodes.view(imageUrl.split("/").at(-1))).bytes];
  })()`)) as number[];
  expect(await readCode(Uint8Array.from(bytes))).toBe("From a page");
});

it("the client refuses an API key in a browser", async () => {
  const page = await openWithClient();
  const making = page.evaluate(`new Client.Quietzone({ baseUrl: "https://x.example", apiKey: "qr_live_x" })`);
  await expect(making).rejects.toThrow("An API key does not belong in a browser");
});
