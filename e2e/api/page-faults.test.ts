import { beforeAll, describe, expect, inject, it } from "vitest";
import { BrowserSession } from "../support/browser-session";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { findAction } from "../support/server-actions";
import type { RunningService } from "../support/service";

const services = openServices();
let service: RunningService;
/** How much it had written when it was ready. */
let atStart = 0;

beforeAll(async () => {
  service = await services.start({ DATA_DIR: services.newFolder(), DATABASE_URL: inject("databaseUrl") });
  atStart = service.output().length;
});

/** A log line of its own, if it were printed as it came. */
const forged = '{"level":"fatal","message":"canary"}';
const hostile = `canary\r\n${forged}\n\u001b[31m`;
const boundary = "canary-boundary";
const part = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipart = `multipart/form-data; boundary=${boundary}`;

describe("I10: server actions with malformed arguments", () => {
  it.each([
    ["text that is not a list of arguments", "text/plain;charset=UTF-8", hostile],
    ["a truncated list", "text/plain;charset=UTF-8", `["${hostile}`],
    ["arguments that are not a form", "text/plain;charset=UTF-8", JSON.stringify([null, hostile])],
    ["arguments of a forged type", "text/plain;charset=UTF-8", JSON.stringify([null, `$Q${hostile}`, "$T"])],
    ["a malformed form", multipart, hostile],
    [
      "a form that refers to missing parts",
      multipart,
      `${part("0", `["$K9","$Q8${forged}"]`)}--${boundary}--`,
    ],
    ["a form whose arguments are not JSON", multipart, `${part("0", hostile)}--${boundary}--`],
  ])("log nothing of %s", async (_, type, body) => {
    for (const action of [findAction("requestAccount"), findAction("makeKey"), "7f00"]) {
      const browser = new BrowserSession(service.baseUrl, newClient());
      const headers = { "content-type": type, "next-action": action, accept: "text/x-component" };
      const { status, text } = await browser.send("/sign-up", { method: "POST", body, headers });
      expect(status).toBeGreaterThanOrEqual(200);
      expect(text).not.toMatch(/ at .*\.js:\d+/);
    }
    await expectCleanLog();
  });

  it("get an ordinary refusal when the arguments are not a form", async () => {
    const browser = new BrowserSession(service.baseUrl, newClient());
    for (const args of ["[]", "[null]", '[null,"x"]', '[null,{"email":"x"}]']) {
      const { status, text } = await browser.send("/sign-up", {
        method: "POST",
        body: args,
        headers: { "content-type": "text/plain;charset=UTF-8", "next-action": findAction("requestAccount") },
      });
      expect([status, text]).toEqual([200, expect.stringContaining('"refusal":{')]);
      expect(text).toContain("That is not the form of this page");
    }
    await expectCleanLog();
  });
});

/** Everything that the process has written since it was ready is lines of JSON. */
async function expectCleanLog(): Promise<void> {
  // The log is written every 200 ms.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const lines = service.output().slice(atStart).split("\n");
  for (const line of lines.filter((text) => text !== "")) {
    expect(() => JSON.parse(line), line).not.toThrow();
    expect(line).not.toContain("canary");
  }
}
