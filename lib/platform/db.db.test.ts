import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, sql, type Transaction, transaction } from "./db";
import { newId } from "./ids";

const [one, two] = [newId(), newId()];

async function planOf(id: string): Promise<string> {
  return (await sql.query("SELECT plan FROM account WHERE id = $1", [id])).rows[0].plan;
}

const setPlan = (tx: Transaction, id: string, plan: string) =>
  tx.query("UPDATE account SET plan = $2 WHERE id = $1", [id, plan]);

beforeAll(async () => {
  await sql.query("INSERT INTO account (id, name, plan) VALUES ($1, 'one', 'free'), ($2, 'two', 'free')", [
    one,
    two,
  ]);
});

afterAll(closeDatabase);

it("commits what succeeded and gives the connection back", async () => {
  expect(await transaction((tx) => setPlan(tx, one, "pro").then(() => "done"))).toBe("done");
  expect(await planOf(one)).toBe("pro");
  expect(sql.idleCount).toBe(sql.totalCount);
});

it("undoes everything when the work throws, and says why", async () => {
  const work = transaction(async (tx) => {
    await setPlan(tx, one, "starter");
    throw new RangeError("no");
  });
  await expect(work).rejects.toThrow(RangeError);
  expect(await planOf(one)).toBe("pro");
  expect(sql.idleCount).toBe(sql.totalCount);
});

it("O2: runs again after a deadlock, and both sides end well", async () => {
  const runs = { first: 0, second: 0 };
  let holding = 0;
  let letGo = () => {};
  const bothHold = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  /** Waits until both sides hold their first row; a rerun does not wait. */
  const meet = () => {
    holding += 1;
    if (holding === 2) letGo();
    return bothHold;
  };
  await Promise.all([
    transaction(async (tx) => {
      runs.first += 1;
      await setPlan(tx, one, "developer");
      await meet();
      await setPlan(tx, two, "developer");
    }),
    transaction(async (tx) => {
      runs.second += 1;
      await setPlan(tx, two, "starter");
      await meet();
      await setPlan(tx, one, "starter");
    }),
  ]);
  // The rerun may lock its row before the other side wakes, and both then meet once more.
  expect(runs.first + runs.second).toBeGreaterThanOrEqual(3);
  expect(await planOf(one)).toBe(await planOf(two));
});

it("O2: gives up after three attempts with the database's own error", async () => {
  let runs = 0;
  const work = transaction(async (tx) => {
    runs += 1;
    await tx.query("DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$");
  });
  await expect(work).rejects.toMatchObject({ code: "40001" });
  expect(runs).toBe(3);
});

it("W3: a connection that is cut in the middle is not used again", async () => {
  const work = transaction(async (tx) => {
    const { rows } = await tx.query("SELECT pg_backend_pid() AS pid");
    await sql.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await tx.query("SELECT 1");
  });
  await expect(work).rejects.toThrow();
  expect(await planOf(two)).toBeDefined();
});
