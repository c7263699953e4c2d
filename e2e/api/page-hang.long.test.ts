import { expect, inject, it } from "vitest";
import { newAccount, newKey } from "../support/accounts";
import { openServices } from "../support/process/services";
import { startBuiltService } from "../support/service";
import { newShortUrl, visit } from "../support/short-urls";

const preload = new URL("../support/process/ending-pages.mjs", import.meta.url).href;
const services = openServices();

it("a hung page thread is replaced while short URLs keep redirecting", async () => {
  const service = await startBuiltService(
    {
      DATA_DIR: services.newFolder(),
      DATABASE_URL: inject("databaseUrl"),
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      HANGING_PAGES: "yes",
    },
    [process.execPath, "--import", preload, "dist/start.js"],
  );
  const get = (path: string) => fetch(`${service.baseUrl}${path}`, { redirect: "manual" });
  const { path } = await newShortUrl((await newKey(await newAccount("pro"))).apiKey);
  service.process.kill("SIGUSR2");
  await expect(fetch(`${service.baseUrl}/sign-in`, { signal: AbortSignal.timeout(3_000) })).rejects.toThrow(
    /timeout/,
  );
  // Asked now, it is refused when the thread is given up: 35 seconds after it last answered.
  const refused = get("/sign-in");
  let visits = 0;
  const isOver = refused.then(() => true);
  while (!(await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 250, false))]))) {
    expect((await visit(path, { baseUrl: service.baseUrl })).status).toBe(302);
    visits += 1;
  }
  expect(visits).toBeGreaterThan(20);
  expect((await refused).status).toBe(503);
  await expect.poll(async () => (await get("/sign-in")).status, { timeout: 20_000 }).toBe(200);
  expect(await (await get("/metrics")).text()).toMatch(/^quietzone_page_thread_starts_total 2$/m);
  expect(await service.stop()).toBe(0);
});
