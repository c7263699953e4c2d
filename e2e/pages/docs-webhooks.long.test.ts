import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, inject, it } from "vitest";
import { envelopeOf as envelope } from "@/lib/event-feed/schema";
import { attemptErrors, deliveryStatuses, eventKinds } from "@/lib/webhooks/schema";
import { newAccount, newKey } from "../support/accounts";
import { describeHere, SampleReceiver, sampleLanguages } from "../support/sample-receivers";
import { allKinds, envelopeOf, openSubscriber, Subscriber, until } from "../support/webhooks/subscriber";
import { startTlsFront } from "../support/webhooks/tls-front";
import { contextOf, screens, withBrowser } from "./browser";
import { describeFocus, findOverflow, listFaults } from "./inspect";

const open = withBrowser();

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const languageOf: Record<string, string> = { Node: "js", Python: "py", Go: "go", PHP: "php" };

for (const language of sampleLanguages) {
  describeHere(language, "the commands and receiver of the webhooks page", () => {
    it("create a webhook, receive each delivery once, and keep working after a rotation", async () => {
      const page = await open("/docs/webhooks");
      const shown = page.locator(`section#receiver code[data-language="${languageOf[language.name]}"]`);
      expect(await shown.textContent()).toBe(language.text);

      const { apiKey } = await newKey(await newAccount("pro"));
      const front = await startTlsFront();
      closing.push(front.close);
      const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH, API_KEY: apiKey };
      const run = async (section: string, place = 0) => {
        const text = await page
          .locator(`section#${section} code[data-language="sh"]`)
          .nth(place)
          .textContent();
        return JSON.parse(execFileSync("/bin/sh", ["-c", String(text)], { encoding: "utf8", env }));
      };
      env.HOOK_URL = front.url;
      const webhook = await run("start");
      expect(webhook).toMatchObject({ url: front.url, events: ["scan.created", "qr.updated"] });
      env.WEBHOOK_ID = webhook.id;
      const receiver = new SampleReceiver(language, webhook.secret);
      closing.push(() => receiver.close());
      await receiver.start();
      front.leadTo(receiver.port);

      const test = await run("start", 1);
      expect(await receiver.worked(1)).toEqual([`scan.created ${test.eventId}`]);
      const subscriber = new Subscriber({ baseUrl: inject("baseUrl") }, apiKey, {} as never);
      const code = await subscriber.newCode("Menu, \u2028 🍽 1.0");
      await subscriber.changeCode(code.id, { name: "Menu \u2029" });
      expect((await receiver.worked(2))[1]).toMatch(/^qr\.updated evt_/);
      // Its answer in time is all that counts: after a rotation the receiver still has the old secret.
      expect(await run("rotate")).toMatchObject({ id: webhook.id });
      await subscriber.scan(code);
      expect((await receiver.worked(3))[2]).toMatch(/^scan\.created evt_/);

      const delivered = await until(async () => {
        const { data } = await run("start", 2);
        return (
          data.length === 3 && data.every(({ status }: { status: string }) => status === "delivered") && data
        );
      });
      expect(delivered.map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 1, 1]);
      env.DELIVERY_ID = delivered[0].id;
      expect(await run("deliveries")).toMatchObject({ id: delivered[0].id, log: [{ responseStatus: 204 }] });
      const again = await run("deliveries", 1);
      expect(again).toMatchObject({ retryOf: delivered[0].id, eventId: delivered[0].eventId });
      await until(async () => {
        env.DELIVERY_ID = again.id;
        return (await run("deliveries")).status === "delivered";
      });
      await subscriber.scan(code);
      expect(await receiver.worked(4)).toHaveLength(4);
    }, 120_000);
  });
}

describe("the webhooks page", () => {
  it("has commands that resume a webhook and create a sandbox scan that it receives", async () => {
    const page = await open("/docs/webhooks");
    const account = await newAccount("developer");
    const { apiKey } = await newKey(account, { environment: "sandbox" });
    const opened = await openSubscriber({ baseUrl: inject("baseUrl") }, { host: "127.0.0.1" });
    closing.push(() => opened.receiver.close());
    const sandbox = new Subscriber(opened.stage, apiKey, opened.receiver);
    const { id } = await sandbox.subscribe(["scan.created"], opened.receiver.urlOf("127.0.0.1"));
    await sandbox.ask("PUT", `/webhooks/${id}`, { isActive: false });
    const { id: codeId } = await sandbox.newCode();
    const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH, API_KEY: apiKey };
    const run = async (section: string, place = 0) => {
      const text = await page.locator(`section#${section} code[data-language="sh"]`).nth(place).textContent();
      return JSON.parse(execFileSync("/bin/sh", ["-c", String(text)], { encoding: "utf8", env }));
    };
    Object.assign(env, { WEBHOOK_ID: id, ID: codeId });
    expect(await run("pause")).toMatchObject({ isActive: true, disabledReason: null });
    await sandbox.ask("PUT", `/qr-codes/${codeId}`, { tags: ["menus"] });
    expect(await run("options")).toMatchObject({ filter: { tags: ["menus"] } });
    Object.assign(env, { SINCE: "2026-01-01T00:00:00Z", CURSOR: "now" });
    expect(await run("deliveries", 2)).toEqual({ retried: 0, hasMore: false });
    env.CURSOR = (await run("feed")).pagination.nextCursor;
    expect(await run("sandbox")).toEqual({ created: 1, excluded: 0 });
    const [request] = await opened.receiver.waitFor(1);
    expect(request && envelopeOf(request)).toMatchObject({ type: "scan.created", sandbox: true });
    expect(request?.headers.authorization).toBe("Bearer 4f0c8e1b7a9d");
    expect((await run("feed")).data).toEqual([request && envelopeOf(request)]);
  });

  it("shows bodies that match their schemas and the members of real and test deliveries", async () => {
    const subscriber = await openSubscriber(
      { baseUrl: inject("baseUrl") },
      { events: allKinds, host: "127.0.0.1" },
    );
    closing.push(() => subscriber.receiver.close());
    const code = await subscriber.newCode();
    await subscriber.scan(code);
    await subscriber.changeCode(code.id, { content: "https://example.com/menu/summer" });
    await subscriber.deleteCode(code.id);
    await subscriber.receiver.waitFor(4);
    for (const type of eventKinds)
      await subscriber.ask("POST", `/webhooks/${subscriber.webhookId}/test`, { type });
    const bodies = (await subscriber.receiver.waitFor(4 + eventKinds.length)).map(envelopeOf);
    const page = await open("/docs/webhooks");
    for (const [at, kind] of eventKinds.entries()) {
      const text = await page.locator('section#events code[data-language="json"]').nth(at).textContent();
      const example = JSON.parse(String(text));
      expect(envelope(kind).parse(example)).toEqual(example);
      const sent = bodies.filter(({ type }) => type === kind);
      expect(sent.map(({ test }) => test ?? false).sort()).toEqual(
        allKinds.includes(kind) ? [false, true] : [true],
      );
      for (const { test, ...body } of sent) {
        expect(listMembers(body), `${kind}${test ? ", a test" : ""}`).toEqual(listMembers(example));
      }
    }
  });

  it("names every status and error of a delivery, and the service's own settings", async () => {
    const page = await open("/docs/webhooks");
    const words = async (section: string) => String(await page.locator(`section#${section}`).textContent());
    const deliveries = await words("deliveries");
    for (const name of [...deliveryStatuses, ...attemptErrors]) expect(deliveries).toContain(name);
    // The service under test has its own base and factor.
    expect(await words("retries")).toMatch(/0\.2 seconds.*0\.4 seconds.*0\.8 seconds/);
    expect(await words("pause")).toContain(
      "20 deliveries in a row have failed, the first of them 24 hours ago",
    );
    for (const fact of ["10 per account", "30 days", "Developer and Pro"]) {
      expect(await words("limits")).toContain(fact);
    }
  });

  it("has a target for every internal link, and is linked from its neighbours", async () => {
    const page = await open("/docs/webhooks");
    const dead = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
        .filter(({ hash }) => document.getElementById(hash.slice(1)) === null)
        .map(({ hash }) => hash),
    );
    expect(dead).toEqual([]);
    for (const place of ["/docs/api/webhooks#createWebhook", "/docs/api/webhooks#listEvents"]) {
      await page.locator(`article a[href="${place}"]`).click();
      await page.waitForURL(`**${place}`);
      await page.locator(new URL(page.url()).hash).waitFor();
      await page.goto("/docs/webhooks");
    }
    for (const path of ["/docs", "/docs/with-a-key", "/docs/errors"]) {
      const neighbour = await open(path);
      expect(await neighbour.locator('article a[href^="/docs/webhooks"]').count(), path).toBeGreaterThan(0);
    }
  });

  it("changes the language by keyboard, with the focus visible and no overflow", async () => {
    const page = await open("/docs/webhooks", contextOf(screens[0]));
    const blocks = page.locator("section#receiver figure:visible figcaption");
    const first = page.locator("section#receiver").getByRole("radio", { name: "JavaScript" });
    await first.focus();
    for (const [key, file] of [
      ["ArrowRight", "webhook.py"],
      ["ArrowRight", "webhook.go"],
      ["ArrowRight", "webhook.php"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await blocks.first().textContent()).toBe(file);
      await expect.poll(() => describeFocus(page)).toMatchObject({ isSeen: true });
      expect(await findOverflow(page, [320, 1280]), file).toEqual([]);
    }
    expect(await listFaults(page)).toEqual([]);
  });

  it("changes the language without JavaScript", async () => {
    const page = await open("/docs/webhooks", { javaScriptEnabled: false });
    await page.locator("section#receiver").getByRole("radio", { name: "Go", exact: true }).check();
    const shown = page.locator("section#receiver figure:visible figcaption");
    expect(await shown.allTextContents()).toEqual(["webhook.go", "Caddyfile"]);
  });
});

/** Paths of all members of a body, in their order. */
function listMembers(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, member]) => listMembers(member, `${path}.${name}`));
}
