import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MailReceiver } from "../support/mail-receiver";
import { openServices } from "../support/process/services";
import { withBrowser } from "./browser";

const open = withBrowser();
const services = openServices();
const receiver = new MailReceiver();
let baseUrl: string;
let dataDir: string;

beforeAll(async () => {
  await receiver.open();
  dataDir = services.newFolder();
  const service = await services.start({
    DATA_DIR: dataDir,
    SMTP_URL: receiver.smtpUrl,
    MAIL_FROM: "Quietzone <mail@example.com>",
    SUPPORT_EMAIL: "operator@example.com",
  });
  baseUrl = service.baseUrl;
});
afterAll(() => receiver.close());

/** The link of a mail, which begins with the service's own address. */
async function readLink(to: string, subject: RegExp): Promise<string> {
  const { text } = await receiver.waitFor(to, subject);
  const link = text.split("\n").find((line) => line.startsWith(baseUrl) && line.includes("?token="));
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return link;
}

/** The operator's command line beside the running service. */
function runAdmin(...words: string[]): unknown {
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: new URL(baseUrl).port,
  };
  return JSON.parse(execFileSync(process.execPath, ["dist/admin.js", ...words], { env, encoding: "utf8" }));
}

/** Runs a command as it was copied, and reads the answer and its status. */
function runCurl(command: string): { status: number; body: { data?: { name: string }[]; code?: string } } {
  const quiet = command.replace(/^curl /, "curl -s -w '\\n%{http_code}' ");
  const lines = execFileSync("/bin/sh", ["-c", quiet], { encoding: "utf8" }).split("\n");
  return { status: Number(lines.pop()), body: JSON.parse(lines.join("\n")) };
}

describe("an account", () => {
  it("A9, A11: goes from email sign-up through a plan request and an API key to deletion", async () => {
    const email = "ada@example.com";
    const page = await open("/sign-up", { baseURL: baseUrl, mayLog: /status of 4\d\d/ });
    const main = page.getByRole("main");

    await page.getByLabel("Email").fill("Ada@Example.com");
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByLabel("Password", { exact: true }).fill("notes on the engine");
    await main.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.getByText("/dev/mail").count()).toBe(0);

    const link = await readLink(email, /Confirm your address/);
    await page.goto(link);
    await page.getByLabel("Password", { exact: true }).fill("not what was chosen");
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await expect
      .poll(() => page.locator("#confirm-password-fault").textContent())
      .toBe("This is not the password you chose at sign-up.");
    await page.getByLabel("Password", { exact: true }).fill("notes on the engine");
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await page.waitForURL("**/codes");
    await page.getByRole("button", { name: "Ada Lovelace" }).waitFor();
    await page.goto(link);
    await page.getByText("This link doesn't work any more").waitFor();

    await page.goto("/api-keys");
    await page.getByRole("heading", { name: "Keys come with the API" }).waitFor();
    await main.getByRole("link", { name: "See the plans" }).click();
    await page.getByRole("button", { name: "Request Developer" }).click();
    await page.getByLabel("Note").fill("For the label printer,\nfrom Monday on.");
    await page.getByRole("dialog").getByRole("button", { name: "Request Developer" }).click();
    await page.getByText(/You requested Developer on/).waitFor();
    const wish = await receiver.waitFor("operator@example.com", /Developer/);
    expect(wish.text).toContain("For the label printer,\nfrom Monday on.");
    expect(runAdmin("account:requests")).toMatchObject({
      requests: [{ email, requestedPlan: "developer" }],
    });
    runAdmin("account:plan", "--email", email, "--plan", "developer");

    await page.goto("/dashboard");
    await page.waitForURL("**/api-keys");
    await page.getByLabel("Name").fill("Label printer");
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the key now" });
    const value = await dialog.getByLabel("Label printer").inputValue();
    expect(value).toMatch(/^qr_live_[0-9A-Za-z]{38}$/);
    await dialog.getByRole("button", { name: "Copy Try it" }).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(runCurl(command)).toMatchObject({ status: 200, body: { data: [] } });
    await dialog.getByRole("button", { name: "I've stored it" }).click();
    await page.getByRole("row", { name: /Label printer/ }).waitFor();
    await dialog.waitFor({ state: "detached" });
    expect((await page.content()).includes(value)).toBe(false);

    await page.getByRole("button", { name: "Actions for Label printer" }).click();
    await page.getByRole("menuitem", { name: "Rotate" }).click();
    await page.getByLabel("The current value works for").selectOption({ label: "It ends immediately" });
    await page.getByRole("button", { name: "Rotate key" }).click();
    const renewed = await dialog.getByLabel("Label printer").inputValue();
    expect(renewed).not.toBe(value);
    expect(runCurl(command)).toMatchObject({ status: 401, body: { code: "invalid_api_key" } });
    expect(runCurl(command.replace(value, renewed)).status).toBe(200);
    await dialog.getByRole("button", { name: "I've stored it" }).click();

    await page.goto("/settings");
    await page.getByRole("button", { name: "Delete account" }).click();
    const end = page.getByRole("dialog", { name: "Delete this account?" });
    expect(await end.textContent()).toContain("1 key: refused immediately.");
    await end.getByLabel(`Write ${email} to confirm`).fill("somebody@example.com");
    await end.getByLabel("Password", { exact: true }).fill("notes on the engine");
    await end.getByRole("button", { name: "Delete for good" }).click();
    await expect
      .poll(() => page.locator("#delete-account-email-fault").textContent())
      .toBe("Enter your address exactly as shown above.");
    await end.getByLabel(`Write ${email} to confirm`).fill("ADA@example.com");
    await end.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL("**/goodbye");
    expect(runCurl(command.replace(value, renewed)).status).toBe(401);
    await page.goto("/plan");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await receiver.waitFor(email, /deleted/i);
  });

  it("A9: resets its password and changes its email through mailed links", async () => {
    runAdmin(
      "account:create",
      "--email",
      "bo@example.com",
      "--password",
      "first words of bo",
      "--plan",
      "free",
    );
    const page = await open("/forgot-password", { baseURL: baseUrl, mayLog: /status of 4\d\d/ });
    await page.getByLabel("Email of the account").fill("bo@example.com");
    await page.getByRole("button", { name: "Mail the link" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();
    await page.goto(await readLink("bo@example.com", /password/i));
    expect(await page.getByRole("main").textContent()).toContain("bo@example.com");
    await page.getByLabel("New password").fill("bo@example.com");
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect
      .poll(() => page.locator("#reset-password-fault").textContent())
      .toBe("Your password can't be your email address or its first part. Choose another one.");
    await page.getByLabel("New password").fill("second words of bo");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("heading", { name: "Password changed" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill("bo@example.com");
    await page.getByLabel("Password", { exact: true }).fill("second words of bo");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/codes");

    await page.goto("/settings");
    await page.getByLabel("New address").fill("bo.new@example.com");
    await page.locator("#email-password").fill("wrong words of bo");
    await page.getByRole("button", { name: "Change address" }).click();
    await expect
      .poll(() => page.locator("#email-password-fault").textContent())
      .toBe("That's not your password.");
    await page.locator("#email-password").fill("second words of bo");
    await page.getByRole("button", { name: "Change address" }).click();
    await page.getByText(/A link is on its way to bo.new@example.com/).waitFor();
    await page.goto(await readLink("bo.new@example.com", /./));
    await page.getByRole("button", { name: "Change the address" }).click();
    await page.getByRole("heading", { name: "Your address has changed" }).waitFor();
    await page.getByRole("link", { name: "Go to your account" }).click();
    await page.getByText("You sign in with bo.new@example.com").waitFor();
  });
});
