import { describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { createCodes } from "@/lib/codes/bulk";
import { softDeleteCodes } from "@/lib/codes/soft-delete";
import { sql } from "@/lib/platform/db";
import { runAll, statusesOf, subscribe, withInngest } from "../e2e/support/inngest/bench";
import { handOver } from "./hand-over";

const bench = withInngest();

describe("the sweep", () => {
  const late = "UPDATE event SET created_at = created_at - interval '61 s'";
  const sweep = async () => {
    const runs = bench.inngest.runCrons();
    await bench.inngest.settled();
    expect(runs.map(({ status }) => status)).toEqual(["completed"]);
    return runs[0]?.output;
  };

  it("fans out events that Inngest missed for over a minute, but no younger ones", async () => {
    const { tell, deliveries } = await subscribe(bench);
    await tell(3);
    expect(await sweep()).toMatchObject({ missed: 0, overdue: 0 });
    expect(await deliveries()).toEqual([]);
    await sql.query(late);
    expect(await sweep()).toMatchObject({ missed: 3 });
    expect(statusesOf(await deliveries())).toEqual(["delivered", "delivered", "delivered"]);
    expect(bench.receiver.requests.length).toBe(3);
  });

  it("fans out events that Inngest accepted and lost", async () => {
    const { tell, deliveries } = await subscribe(bench);
    await tell();
    const taken = bench.inngest.functions;
    bench.inngest.functions = [];
    await runAll(bench);
    bench.inngest.functions = taken;
    await runAll(bench);
    expect(await deliveries()).toEqual([]);
    await sql.query(late);
    await sweep();
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
  });

  it("requests overdue deliveries at growing intervals, but not leased ones", async () => {
    const { tell, deliveries } = await subscribe(bench);
    await tell(2);
    const taken = bench.inngest.functions;
    bench.inngest.functions = taken.filter(({ id }) => !id.endsWith("deliver-webhook"));
    await runAll(bench);
    expect(statusesOf(await deliveries())).toEqual(["pending", "pending"]);
    expect(await sweep()).toMatchObject({ overdue: 0 });
    await sql.query("UPDATE webhook_queue SET concurrency = 2");
    await sql.query(`UPDATE delivery SET due_at = now() - interval '90 s'
      WHERE id = (SELECT id FROM delivery ORDER BY id LIMIT 1)`);
    await sql.query(`UPDATE delivery SET lease_token = gen_random_uuid(), due_at = now() + interval '30 s'
      WHERE id = (SELECT id FROM delivery ORDER BY id DESC LIMIT 1)`);
    const calledFor = () =>
      bench.inngest.events.filter(({ name }) => name === "quietzone/delivery.due").length;
    const before = calledFor();
    expect(await sweep()).toMatchObject({ overdue: 1 });
    expect(calledFor()).toBe(before + 1);
    // A minute later: it may stand in line, and has its run already.
    expect(await sweep()).toMatchObject({ overdue: 1 });
    expect(calledFor()).toBe(before + 1);
    bench.inngest.functions = taken;
    await sql.query("UPDATE delivery SET due_at = due_at - interval '90 s' WHERE lease_token IS NULL");
    await sweep();
    expect(statusesOf(await deliveries()).sort()).toEqual(["delivered", "pending"]);
    expect(bench.receiver.requests.length).toBe(1);
  });

  it("requests each delivery of a backlog once while its fan-out still waits at Inngest", async () => {
    const { tell, deliveries } = await subscribe(bench);
    await tell(20);
    bench.app.isAway = true;
    await handOver(bench.client);
    await expect.poll(() => bench.inngest.runs[0]?.failures).toBeGreaterThan(0);
    await sql.query(late);
    const queued = bench.inngest.functions;
    bench.inngest.functions = queued.filter(({ id }) => !id.endsWith("fan-out-webhooks"));
    bench.app.isAway = false;
    await sweep();
    bench.inngest.functions = queued;
    expect(statusesOf(await deliveries())).toEqual(Array(20).fill("delivered"));
    const told = bench.inngest.events
      .filter(({ name }) => name === "quietzone/delivery.due")
      .flatMap(({ data }) => [data.deliveryId, ...((data.alsoIds as string[] | undefined) ?? [])]);
    expect([told.length, new Set(told).size, bench.inngest.repeated]).toEqual([20, 20, 0]);
  });

  it("requests deliveries of an active webhook only once they are ten minutes late", async () => {
    const { tell, webhookId } = await subscribe(bench);
    await tell(3);
    const taken = bench.inngest.functions;
    bench.inngest.functions = taken.filter(({ id }) => !id.endsWith("deliver-webhook"));
    await runAll(bench);
    await sql.query("UPDATE delivery SET due_at = now() - interval '90 s'");
    await sql.query("UPDATE webhook_queue SET last_triggered_at = now() WHERE webhook_id = $1", [webhookId]);
    expect(await sweep()).toMatchObject({ overdue: 0 });
    await sql.query("UPDATE delivery SET due_at = now() - interval '601 s'");
    expect(await sweep()).toMatchObject({ overdue: 1 });
    bench.inngest.functions = taken;
  });

  it("O8: deletes soft-deleted codes after their retention period and keeps the others", async () => {
    const caller = callerOf(await newAccount("pro"), "pro");
    const { created } = await createCodes(caller, [plainCode, plainCode]);
    const [due, waiting] = created.map(({ id }) => id);
    await softDeleteCodes(caller, [due!, waiting!]);
    expect(await sweep()).toMatchObject({ deleted: 0 });
    await sql.query("UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE id = $1", [due]);
    expect(await sweep()).toMatchObject({ deleted: 1 });
    const { rows } = await sql.query("SELECT id FROM qr_code WHERE account_id = $1", [caller.accountId]);
    expect(rows).toEqual([{ id: waiting }]);
  });

  it("fans out 1,200 missed events in one run", async () => {
    const { tell, webhookId } = await subscribe(bench);
    bench.inngest.functions = bench.inngest.functions.filter(({ id }) => id.endsWith("sweep"));
    await tell(1_200);
    await sql.query(late);
    expect(await sweep()).toMatchObject({ missed: 1_200 });
    const { rowCount } = await sql.query("SELECT FROM delivery WHERE webhook_id = $1", [webhookId]);
    expect(rowCount).toBe(1_200);
  });
});
