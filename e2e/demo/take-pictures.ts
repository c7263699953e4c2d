import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { migrate } from "@/server/database/migrate";
import { launchChromium } from "../support/chromium";
import { findFreePort } from "../support/free-port";
import { startBuiltService } from "../support/service";
import { openCoffeeShop } from "./coffee-shop";
import type { Tenant } from "./tenant";

/** Where README finds them. */
const folder = new URL("../../docs/pictures/", import.meta.url).pathname;

const laptop = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };

interface Picture {
  name: string;
  path: (tenant: Tenant) => string;
  theme: "light" | "dark";
  viewport: { width: number; height: number };
  /** What somebody has done there. */
  prepare?: (page: Page) => Promise<void>;
}

/** Where it is afternoon now: a day that has only begun shows nothing of a line. */
const zone =
  ["Europe/Oslo", "America/New_York", "America/Los_Angeles", "Asia/Tokyo"].find((timeZone) => {
    const hour = Number(new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit" }).format());
    return hour >= 15 && hour <= 22;
  }) ?? "Europe/Oslo";

/** A name of the documentation's own (RFC 2606), which the browser finds on this machine. */
const origin = "http://quietzone.example";

async function writePoster(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Autumn tasting, poster");
  await page
    .getByLabel("Address", { exact: true })
    .fill("https://haldenroasters.example/tasting/autumn-2026");
  await page.getByRole("radio", { name: "Rounded" }).first().click();
  await page.locator("#field-dark").fill("#17472F");
  await page.getByLabel("Name", { exact: true }).focus();
}

const menu = ({ codes }: Tenant) => `/codes/${codes.at(-1)?.id}`;

/** The main screens, in the order of README. */
const pictures: readonly Picture[] = [
  { name: "codes", path: () => "/codes", theme: "light", viewport: laptop },
  { name: "code", path: menu, theme: "light", viewport: { ...laptop, height: 1120 } },
  {
    name: "editor",
    path: () => "/codes/new?type=url",
    theme: "light",
    viewport: laptop,
    prepare: writePoster,
  },
  {
    name: "analytics",
    path: () => "/analytics?range=30d",
    theme: "dark",
    viewport: { ...laptop, height: 1480 },
  },
  { name: "phone", path: menu, theme: "dark", viewport: phone },
];

/**
 * Takes the pictures of README: the built service over its own coffee shop, in a real browser, so that they show
 * what is there. `npm run pictures`.
 */
async function extractPictures(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "quietzone-pictures-"));
  const database = await openEmbeddedDatabase(dataDir);
  await migrate(database.url);
  setDatabaseUrl(database.url);
  const port = await findFreePort();
  const service = await startBuiltService({ DATA_DIR: dataDir, BASE_URL: origin, PORT: String(port) });
  const browser = await launchChromium([`--host-resolver-rules=MAP quietzone.example:80 127.0.0.1:${port}`]);
  try {
    await mkdir(folder, { recursive: true });
    const tenant = await openCoffeeShop("pro");
    for (const picture of pictures) await takePicture(browser, tenant, picture);
  } finally {
    await browser.close();
    await service.stop();
    await closeDatabase();
    await database.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takePicture(browser: Browser, tenant: Tenant, picture: Picture): Promise<void> {
  const { name, path, theme, viewport, prepare } = picture;
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    colorScheme: theme,
    deviceScaleFactor: 1.5,
    timezoneId: zone,
    isMobile: viewport === phone,
    hasTouch: viewport === phone,
  });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(tenant.email);
  await page.getByLabel("Password", { exact: true }).fill(tenant.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.goto(path(tenant), { waitUntil: "load" });
  await prepare?.(page);
  // Grades and charts come after the page.
  await page.waitForTimeout(2_500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
  process.stdout.write(`docs/pictures/${name}.png\n`);
}

await extractPictures();
