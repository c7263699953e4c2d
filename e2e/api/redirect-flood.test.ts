import { expect, inject, it } from "vitest";
import { newAccount, newKey } from "../support/accounts";
import { startVisitors } from "../support/process/visitors";
import { countVisits, newShortUrl } from "../support/short-urls";

it("W18: every answered scan in a flood on one code is stored once and counted", async () => {
  const { apiKey } = await newKey(await newAccount("pro"));
  const code = await newShortUrl(apiKey);
  const flood = startVisitors(inject("baseUrl"), [code], 64);
  await expect.poll(() => flood.led.get(code.id) ?? 0, { timeout: 40_000 }).toBeGreaterThan(1_000);
  await flood.stop();
  expect([...flood.outcomes.keys()]).toEqual(["302 https://example.com/menu"]);
  const scans = flood.led.get(code.id) ?? 0;
  expect(scans).toBeGreaterThan(64);
  // What was too late for its batch comes from the spool.
  const stored = { scans, counted: scans, excluded: [] };
  await expect.poll(() => countVisits(code), { timeout: 30_000, interval: 200 }).toEqual(stored);
});
