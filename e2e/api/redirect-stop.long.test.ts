import { expect, it, onTestFinished } from "vitest";
import { openOwnServices } from "../support/process/own-services";
import { startVisitors } from "../support/process/visitors";
import { startBuiltService } from "../support/service";
import { countVisits } from "../support/short-urls";

it("O3: SIGTERM under load drops no accepted scan and stores every answered one", async () => {
  const own = await openOwnServices(0);
  onTestFinished(own.close);
  const codes = [await own.newCode(), await own.newCode()];
  const service = await startBuiltService({ DATA_DIR: own.folder });
  const visitors = startVisitors(service.baseUrl, codes, 16);
  const led = () => visitors.outcomes.get("302 https://example.com/menu") ?? 0;
  await expect.poll(led).toBeGreaterThan(100);
  expect(await service.stop()).toBe(0);
  await visitors.stop();
  expect([...visitors.outcomes.keys()].sort()).toEqual(["302 https://example.com/menu", "ECONNREFUSED"]);
  // What a busy database does not take in time waits in DATA_DIR for the next start.
  const next = await startBuiltService({ DATA_DIR: own.folder });
  for (const code of codes) {
    const answered = visitors.led.get(code.id);
    await expect.poll(() => countVisits(code)).toEqual({ scans: answered, counted: answered, excluded: [] });
  }
  expect(await next.stop()).toBe(0);
});
