import { execFileSync } from "node:child_process";
import { describe, expect, inject, it } from "vitest";
import { itInLongRuns } from "../support/long";
import { call, newClient, path, post, readCode } from "../support/public-api";
import { withBrowser } from "./browser";

const open = withBrowser();
const address = 'https://halden.example/menu?it\'s="quoted"&cost=$5&x=`id`';

describe("the home page", () => {
  it("copies a curl command that runs unchanged with quotes and shell characters", async () => {
    const page = await open("/");
    await page.getByRole("tab", { name: "Text" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill(`${address}\n!history $(id) 'and' "so" 世界`);
    await page.getByRole("radio", { name: "Dots" }).check();
    await page.getByRole("button", { name: "Copy curl" }).click();
    await expect.poll(() => page.getByText("Command copied.").count()).toBe(1);
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const answer = JSON.parse(execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" }));
    expect(answer.content).toBe(`${address}\n!history $(id) 'and' "so" 世界`);
    expect(answer.settings.modules).toEqual({ shape: "dots" });
    expect(await readCode(Buffer.from(answer.qrImage.split(",")[1], "base64"))).toBe(answer.content);
  });

  it("copies a link that serves the picture, and says that it works for 24 hours", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill("https://halden.example/menu");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => page.getByText("Link copied. It works for 24 hours.").count()).toBe(1);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`^${inject("baseUrl")}${path}/view/[a-zA-Z0-9]{12}$`));
    await page.getByRole("link", { name: link }).waitFor();
    const answer = await call(new URL(link).pathname);
    expect(await readCode(answer.bytes)).toBe("https://halden.example/menu");
    await page.getByLabel("Address", { exact: true }).fill("https://halden.example/other");
    await expect.poll(() => page.getByRole("link", { name: link }).count()).toBe(0);
  });

  it("copies the picture", async () => {
    const page = await open("/");
    await page.getByLabel("Address", { exact: true }).fill("https://halden.example/menu");
    await page.getByRole("button", { name: "Copy image" }).click();
    await expect.poll(() => page.getByText("Picture copied.").count()).toBe(1);
    const bytes = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const blob = await item?.getType("image/png");
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
    });
    expect(await readCode(Uint8Array.from(bytes))).toBe("https://halden.example/menu");
  });

  itInLongRuns(
    "says when to try again after 100 pictures per hour are used, and still downloads files",
    async () => {
      const client = newClient();
      const used = Array.from({ length: 100 }, () =>
        post({ type: "url", content: "https://a.example" }, { client }),
      );
      const answers = await Promise.all(used);
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      const page = await open("/", { extraHTTPHeaders: { "x-forwarded-for": client }, mayLog: /429/ });
      await page.getByRole("button", { name: "Copy link" }).click();
      const words = page.getByText(/^100 pictures per hour are used\. Try again at \d\d:\d\d\./);
      await expect.poll(() => words.count()).toBeGreaterThan(0);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: /Download PNG/ }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.png$/);
    },
  );
});
