import { beforeAll, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newAccount, newKey } from "../../support/accounts";
import { type Fleet, openFleet } from "../../support/deploy/fleet";
import { startSteadyLoad } from "../../support/deploy/steady-load";
import { countVisits } from "../../support/short-urls";

const rounds = 3;
let fleet: Fleet;

beforeAll(async () => {
  fleet = await openFleet(2);
  return () => fleet.close();
}, 120_000);

/** A code that every client scans and reads, and keys whose plans have room for all that they make. */
async function openTraffic() {
  const { own } = fleet;
  const codes = [await own.newCode(), await own.newCode(), await own.newCode()];
  const makers = await Promise.all(
    Array.from({ length: 4 + rounds * 4 }, async () => newKey(await newAccount("pro"))),
  );
  return { codes, reader: own.key, makers };
}

it("O3: rolling restarts behind nginx fail no request, repeat no POST and count every scan once", async () => {
  const { balancer } = fleet;
  const traffic = await openTraffic();
  const load = startSteadyLoad({
    ...traffic,
    ...{ origin: balancer.origin, host: "qr.example.com", clients: 6, pauseMs: 40 },
  });
  await expect.poll(() => load.outcomes.size).toBeGreaterThanOrEqual(3);
  let restarts = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const index of [0, 1]) {
      expect(await fleet.restart(index)).toBe(0);
      restarts += 1;
    }
  }
  await load.stop();

  const expected = ["GET 200", "POST 201", "scan 302"];
  const all = [...load.outcomes];
  const failed = all.filter(([outcome]) => !expected.includes(outcome));
  const count = (entries: [string, number][]) => entries.reduce((sum, [, times]) => sum + times, 0);
  const numbers = `${count(all)} requests, ${count(failed)} failed, ${restarts} restarts`;
  process.stdout.write(`rolling restart: ${numbers} ${JSON.stringify(Object.fromEntries(all))}
`);
  expect(Object.fromEntries(failed)).toEqual({});
  expect([...load.outcomes.keys()].sort()).toEqual(expected);

  const { rows } = await sql.query(
    "SELECT count(*)::int AS made, count(DISTINCT name)::int AS named FROM qr_code WHERE name LIKE $1 || '%'",
    [load.mark],
  );
  expect(rows[0]).toEqual({ made: load.made, named: load.made });
  for (const code of traffic.codes) {
    const led = load.led.get(code.id) ?? 0;
    const stored = { scans: led, counted: led, excluded: [] };
    await expect.poll(() => countVisits(code), { timeout: 15_000, interval: 100 }).toEqual(stored);
  }
}, 300_000);
