import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Plan } from "@/lib/plans";
import { PrismaClient } from "@/prisma/generated/client";
import {
  closeDatabase,
  db,
  type Executor,
  type PrismaTransaction,
  prismaTransaction,
  sql,
  transaction,
} from "./db";
import { env } from "./env";
import { newId } from "./ids";
import { PoolAdapter } from "./prisma-adapter";

const [one, two] = [newId(), newId()];

async function planOf(id: string): Promise<string> {
  return (await sql.query("SELECT plan FROM account WHERE id = $1", [id])).rows[0].plan;
}

const setPlan = (tx: Executor, id: string, plan: string) =>
  tx.query("UPDATE account SET plan = $2 WHERE id = $1", [id, plan]);

beforeAll(async () => {
  await sql.query("INSERT INTO account (id, name, plan) VALUES ($1, 'one', 'free'), ($2, 'two', 'free')", [
    one,
    two,
  ]);
});

afterAll(closeDatabase);

it("commits a successful transaction and releases the connection", async () => {
  expect(await transaction((tx) => setPlan(tx, one, "pro").then(() => "done"))).toBe("done");
  expect(await planOf(one)).toBe("pro");
  expect(sql.idleCount).toBe(sql.totalCount);
});

it("rolls back everything and rethrows when the work throws", async () => {
  const work = transaction(async (tx) => {
    await setPlan(tx, one, "starter");
    throw new RangeError("no");
  });
  await expect(work).rejects.toThrow(RangeError);
  expect(await planOf(one)).toBe("pro");
  expect(sql.idleCount).toBe(sql.totalCount);
});

it("O2: retries after a deadlock until both transactions succeed", async () => {
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

it("W3: does not reuse a connection that was cut during a transaction", async () => {
  const work = transaction(async (tx) => {
    const { rows } = await tx.query("SELECT pg_backend_pid() AS pid");
    await sql.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await tx.query("SELECT 1");
  });
  await expect(work).rejects.toThrow();
  expect(await planOf(two)).toBeDefined();
});

describe("prismaTransaction", () => {
  const plans = (tx: PrismaTransaction, id: string, plan: Plan) =>
    tx.account.update({ where: { id }, data: { plan } });

  it("runs Prisma and plain SQL in one transaction, and rolls back both", async () => {
    await Promise.all([setPlan(sql, one, "free"), setPlan(sql, two, "free")]);
    const work = prismaTransaction(async (tx) => {
      await plans(tx, one, "starter");
      const { rows } = await tx.query("SELECT plan FROM account WHERE id = $1", [one]);
      expect(rows[0].plan).toBe("starter");
      await setPlan(tx, two, "starter");
      throw new RangeError("no");
    });
    await expect(work).rejects.toThrow(RangeError);
    expect(await planOf(one)).toBe("free");
    expect(await planOf(two)).toBe("free");
    expect(sql.idleCount).toBe(sql.totalCount);
  });

  it("gives each of many concurrent transactions its own connection", async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, () =>
        prismaTransaction(async (tx) => {
          const [ofPrisma] = await tx.$queryRaw<{ id: bigint }[]>`SELECT txid_current() AS id`;
          const { rows } = await tx.query("SELECT txid_current() AS id");
          expect(String(ofPrisma?.id)).toBe(String(rows[0].id));
          return String(ofPrisma?.id);
        }),
      ),
    );
    expect(new Set(ids).size).toBe(30);
  });

  it("throws PostgreSQL's SQLSTATE and constraint name", async () => {
    const insert = () => db.account.create({ data: { id: one, name: "one", plan: "free" } });
    await expect(insert()).rejects.toMatchObject({ code: "23505", meta: { constraint: "account_pkey" } });
    const inside = prismaTransaction((tx) =>
      tx.account.create({ data: { id: one, name: "one", plan: "free" } }),
    );
    await expect(inside).rejects.toMatchObject({ code: "23505", meta: { constraint: "account_pkey" } });
  });

  it("retries after a serialisation failure, running three times at most", async () => {
    let runs = 0;
    const fail = (tx: PrismaTransaction) =>
      tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$`;
    const once = prismaTransaction(async (tx) => {
      runs += 1;
      if (runs === 1) await fail(tx);
      return runs;
    });
    expect(await once).toBe(2);
    runs = 0;
    const always = prismaTransaction(async (tx) => {
      runs += 1;
      await fail(tx);
    });
    await expect(always).rejects.toMatchObject({ code: "40001" });
    expect(runs).toBe(3);
  });

  it("closes a connection that is cut mid-transaction or whose commit fails", async () => {
    const cut = prismaTransaction(async (tx) => {
      const { rows } = await tx.query("SELECT pg_backend_pid() AS pid");
      await sql.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
      await plans(tx, one, "starter");
    });
    await expect(cut).rejects.toThrow();
    const lost = prismaTransaction(async (tx) => {
      const { rows } = await tx.query("SELECT pg_backend_pid() AS pid");
      // The answer of COMMIT never comes: the backend ends itself right before.
      await sql.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    });
    await expect(lost).rejects.toThrow();
    expect(await planOf(one)).toBeDefined();
  });

  it("closes a connection that stops responding instead of returning it to the pool", async () => {
    const pool = new pg.Pool({ connectionString: env.databaseUrl, max: 1, query_timeout: 300 });
    pool.on("error", () => {});
    const client = new PrismaClient({ adapter: new PoolAdapter(pool) });
    try {
      await expect(client.$transaction((tx) => tx.$executeRaw`SELECT pg_sleep(3)`)).rejects.toThrow(
        /timeout/,
      );
      expect(pool.totalCount).toBe(0);
    } finally {
      await client.$disconnect();
      await pool.end();
    }
  });

  it("takes default values from the database's clock", async () => {
    const id = newId();
    const [{ at }] = (await sql.query("SELECT now() - interval '1 second' AS at")).rows;
    vi.useFakeTimers({ now: new Date("2020-01-01"), toFake: ["Date"] });
    try {
      const { createdAt } = await db.account.create({ data: { id, name: "clock", plan: "free" } });
      expect(createdAt.getTime()).toBeGreaterThan(at.getTime());
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps prepared statements on their connection", async () => {
    await prismaTransaction(async (tx) => {
      await tx.account.findMany({ where: { id: one }, select: { name: true } });
      const { rows } = await tx.query(
        "SELECT statement FROM pg_prepared_statements WHERE name LIKE 'prisma_%'",
      );
      expect(rows.length).toBeGreaterThan(0);
    });
  });
});
