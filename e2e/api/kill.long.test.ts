import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount } from "../support/accounts";
import { openServices } from "../support/process/services";
import { allStored, readShortCode, startVisitors, untilReplayed, verifyScans } from "../support/visitors";
import { newScannedCode, type ScannedCode } from "../support/visits";

const services = openServices();
const rounds = 10;

/** While the code is held its visits can't be stored: they go to the spool. */
async function holdCode({ codeId }: ScannedCode): Promise<() => Promise<void>> {
  const tx = await sql.connect();
  await tx.query("BEGIN");
  await tx.query("SELECT 1 FROM qr_code WHERE id = $1 FOR UPDATE", [codeId]);
  return async () => {
    await tx.query("ROLLBACK");
    tx.release();
  };
}

it("every answered visit is stored once when servers are killed under load", {
  timeout: 180_000,
}, async () => {
  const code = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
  const shortCode = await readShortCode(code);
  const settings = { DATA_DIR: services.newFolder(), DATABASE_URL: inject("databaseUrl") };
  const answered: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Two processes on one folder: what the dead leave is stored by those who live.
    const pair = await Promise.all([services.start(settings), services.start(settings)]);
    const loads = pair.map((service) => startVisitors(service, shortCode));
    const release = round % 3 === 0 ? await holdCode(code) : undefined;
    // While the code is locked, visits are answered only once they time out and go to the spool.
    for (const { answered } of loads) await expect.poll(() => answered.length).toBeGreaterThan(10);
    for (const { process } of pair) {
      // A random delay, so that each process dies at a different point of its work.
      await sleep(Math.random() * 200);
      const exited = once(process, "exit");
      process.kill("SIGKILL");
      await exited;
    }
    await Promise.all(loads.map((load) => load.stop()));
    await release?.();
    for (const load of loads) {
      answered.push(...load.answered);
      // A visit that was not redirected had no answer at all.
      expect(load.others.filter((other) => typeof other === "number")).toEqual([]);
    }
  }
  await services.start(settings);
  await untilReplayed(settings.DATA_DIR);
  expect(await verifyScans(answered, code)).toEqual(allStored);
  expect(answered.length).toBeGreaterThan(rounds * 20);
});
