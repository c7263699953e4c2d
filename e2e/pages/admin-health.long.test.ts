import { afterAll, beforeAll, expect, it } from "vitest";
import { newOperator } from "../support/operator";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { type RedisServer, startRedis } from "../support/redis-server";
import { untilStill, withBrowser } from "./browser";
import { signedIn } from "./signed-in";

const open = withBrowser();
let redis: RedisServer;
let own: OwnServices;

beforeAll(async () => {
  redis = await startRedis();
  own = await openOwnServices(1, { settings: { REDIS_URL: redis.url, WORKER: "separate" } });
});
afterAll(async () => {
  await own.close();
  await redis.stop();
});

it("the health page reports a missing worker, and Redis failing and recovering, by itself", async () => {
  const baseURL = own.services[0]?.baseUrl ?? "";
  const page = await open("/admin", { ...(await signedIn(await newOperator(), baseURL)), baseURL });
  // Lets the test move the time of the page.
  await page.clock.install();
  await page.reload();
  const part = (id: string) => page.locator(`#${id}`);
  const signOf = (id: string) => part(id).getAttribute("data-sign");
  await part("deliveries").getByText("No worker is connected: nothing is delivered.").waitFor();
  await page.getByText(/^\d+ faults?: (?:.+, )?Webhooks\b/).waitFor();
  expect(await part("deliveries").textContent()).toContain("npm run worker");
  expect(await signOf("database")).toBe("well");
  expect(await part("database").textContent()).toContain("The embedded database answers.");
  expect(await signOf("rate-limits")).toBe("well");
  expect(await part("tasks").textContent()).toContain("roll-scans");
  expect(await part("process").textContent()).not.toContain("not measured here");
  await redis.kill();
  // A request for a limit finds it gone.
  await fetch(new URL("/r/00000000", baseURL));
  await expect.poll(() => signOf("rate-limits"), { timeout: 30_000 }).toBe("fault");
  expect(await part("rate-limits").textContent()).toContain("Redis does not answer.");
  await redis.start();
  await expect.poll(() => signOf("rate-limits"), { timeout: 30_000 }).toBe("well");
  await page.getByRole("button", { name: "Pause" }).click();
  const readAt = await page.getByText(/^Read at/).textContent();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.clock.fastForward(60_000);
  await untilStill(page);
  expect(asked).toEqual([]);
  expect(await page.getByText(/^Read at/).textContent()).toBe(readAt);
});
