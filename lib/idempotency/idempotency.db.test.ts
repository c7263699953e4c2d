import { beforeAll, describe, expect, it, vi } from "vitest";
import { sessionLock, sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeNotifications, databaseSession, subscribe } from "@/lib/platform/notifications";
import { newAccount } from "../../e2e/support/accounts";
import { untilBlocked } from "../../e2e/support/blocked";
import type { RepeatableRequest } from "./idempotency";
import { claimRequest, keepAnswer, releaseRequest, sweepIdempotencyKeys } from "./index";
import type { Lease } from "./queries";

vi.stubEnv("ENCRYPTION_KEY", "a key of these tests and of nobody else");

let accountId = "";
beforeAll(async () => {
  ({ accountId } = await newAccount("pro"));
});

/** A request with a key that nothing else has. */
function newRequest(changes: Partial<RepeatableRequest> = {}): RepeatableRequest {
  const key = newId();
  return {
    accountId,
    environment: "production",
    owner: null,
    address: "POST /api/v1/qr-codes",
    key,
    bytes: Buffer.from('{"a":1}'),
    ...changes,
  };
}

async function claim(request: RepeatableRequest): Promise<Lease> {
  const found = await claimRequest(request);
  if (found.state === "answered") throw new Error("it was answered before");
  return found.lease;
}

const answer = { status: 201, headers: { Location: "/there" }, body: '{"secret":"qr_live_shown_once"}' };

/** A change with an effect that can be counted, as the domain makes one. */
function change(lease: Lease): Promise<void> {
  return transaction(async (tx) => {
    await tx.query("INSERT INTO audit_entry (id, account_id, action, key_id) VALUES ($1, $2, 'test', $3)", [
      newId(),
      lease.accountId,
      lease.key,
    ]);
    await keepAnswer(tx, lease, answer);
  });
}

async function countEffects({ key }: { key: string }): Promise<number> {
  const { rows } = await sql.query("SELECT count(*)::int AS effects FROM audit_entry WHERE key_id = $1", [
    key,
  ]);
  return rows[0].effects;
}

/** Moves the times of a row into the past, as if so many seconds had gone by. */
async function age({ key }: { key: string }, seconds: number): Promise<void> {
  await sql.query(
    `UPDATE idempotency_key SET created_at = created_at - make_interval(secs => $2),
       leased_until = leased_until - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
     WHERE key = $1`,
    [key, seconds],
  );
}

/** The process's session, as a server has one for what it is notified of. */
async function openSession(): Promise<() => Promise<void>> {
  subscribe("quietzone_events", { onMessage: () => {}, onGap: () => {} });
  await expect.poll(databaseSession).not.toBeNull();
  return closeNotifications;
}

const inProgress = { code: "idempotency_in_progress" };

describe("Q12: one effect per idempotency key", () => {
  it("returns the same status, headers and body on every replay", async () => {
    const request = newRequest();
    await change(await claim(request));
    for (let again = 0; again < 3; again += 1) {
      expect(await claimRequest(request)).toEqual({ state: "answered", answer });
    }
    expect(await countEffects(request)).toBe(1);
  });

  it("runs one of fifty concurrent requests and tells the others to wait", async () => {
    const request = newRequest();
    const claims = await Promise.allSettled(Array.from({ length: 50 }, () => claimRequest(request)));
    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const refused of claims.filter((one) => one.status === "rejected")) {
      expect(refused.reason).toMatchObject({ ...inProgress, retryAfterSeconds: 1 });
    }
  });

  it("answers a request that waits for the commit of the first one", async () => {
    const request = newRequest();
    const lease = await claim(request);
    let twin: ReturnType<typeof claimRequest> | undefined;
    await transaction(async (tx) => {
      await keepAnswer(tx, lease, answer);
      twin = claimRequest(request);
      await untilBlocked(tx);
    });
    expect(await twin).toEqual({ state: "answered", answer });
  });

  it("refuses another body with the same key, during and after the first request", async () => {
    const request = newRequest();
    const other = { ...request, bytes: Buffer.from('{"a":1} ') };
    const reused = { code: "idempotency_key_reused" };
    const lease = await claim(request);
    await expect(claimRequest(other)).rejects.toMatchObject(reused);
    await change(lease);
    await expect(claimRequest(other)).rejects.toMatchObject(reused);
  });

  it("treats the key as different for another account, API key, address or environment", async () => {
    const request = newRequest();
    await change(await claim(request));
    const { accountId: other } = await newAccount("pro");
    const long = `/api/v1/api-keys/${"x".repeat(4_000)}`;
    for (const changes of [
      { accountId: other },
      { environment: "sandbox" as const },
      { owner: newId() },
      { address: "PUT /api/v1/qr-codes" },
      { address: "POST /api/v1/qr-codes/bulk" },
      { address: `POST ${long}/rotate` },
      { address: `POST ${long}x/rotate` },
    ]) {
      await change(await claim({ ...request, ...changes }));
      expect(await claimRequest({ ...request, ...changes })).toMatchObject({ state: "answered" });
    }
  });
});

describe("Q12: a process that dies during a request", () => {
  it("leaves its answer for a retry if it committed", async () => {
    const request = newRequest();
    await change(await claim(request));
    await age(request, 61);
    expect(await claimRequest(request)).toEqual({ state: "answered", answer });
  });

  it("blocks retries with 409 until the lease ends if it had no database session", async () => {
    const request = newRequest();
    await claim(request);
    await age(request, 59);
    await expect(claimRequest(request)).rejects.toMatchObject({ ...inProgress, retryAfterSeconds: 1 });
    await age(request, 1.5);
    await change(await claim(request));
    expect(await countEffects(request)).toBe(1);
  });

  it.each([
    [0.2, 1],
    [10.5, 11],
    [29, 30],
    [50, 10],
  ])(
    "after %d s, makes retries wait %d s: as long as it has run, at most until the lease ends",
    async (run, wait) => {
      const request = newRequest();
      await claim(request);
      await age(request, run);
      await expect(claimRequest(request)).rejects.toMatchObject({ retryAfterSeconds: wait });
    },
  );

  it("frees its leases at once when its database session ends, and keeps those of live sessions", async () => {
    const leave = await openSession();
    const [mine, foreign, live] = [newRequest(), newRequest(), newRequest()];
    const slow = await claim(mine);
    await expect(claimRequest(mine)).rejects.toMatchObject(inProgress);
    const other = await sql.connect();
    const setSession = "UPDATE idempotency_key SET session = $2 WHERE key = $1";
    await other.query("SELECT pg_advisory_lock($1, 20000001)", [sessionLock]);
    for (const [request, session] of [
      [foreign, 20_000_002],
      [live, 20_000_001],
    ] as const) {
      await claim(request);
      await sql.query(setSession, [request.key, session]);
    }
    await change(await claim(foreign));
    await expect(claimRequest(live)).rejects.toMatchObject(inProgress);
    await other.query("SELECT pg_advisory_unlock($1, 20000001)", [sessionLock]);
    other.release();
    await change(await claim(live));

    const before = databaseSession();
    await sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'quietzone listener' AND datname = current_database()`,
    );
    await expect.poll(() => [null, before].includes(databaseSession())).toBe(false);
    const quick = await claim(mine);
    await expect(change(slow)).rejects.toMatchObject(inProgress);
    await change(quick);
    for (const request of [mine, foreign, live]) expect(await countEffects(request)).toBe(1);
    await leave();
  });

  it("cannot commit once its lease is lost, so only the new owner's change takes effect", async () => {
    const request = newRequest();
    const slow = await claim(request);
    await age(request, 61);
    const quick = await claim(request);
    await expect(change(slow)).rejects.toMatchObject(inProgress);
    expect(await countEffects(request)).toBe(0);
    await releaseRequest(slow);
    await expect(claimRequest(request)).rejects.toMatchObject(inProgress);
    await change(quick);
    await expect(change(slow)).rejects.toMatchObject(inProgress);
    expect(await countEffects(request)).toBe(1);
    expect(await claimRequest(request)).toMatchObject({ state: "answered" });
  });
});

describe("Q12: stored idempotency keys", () => {
  it("are removed when a request is released, so that the next one runs with any body", async () => {
    const request = newRequest();
    await releaseRequest(await claim(request));
    await change(await claim({ ...request, bytes: Buffer.from("{}") }));
    expect(await countEffects(request)).toBe(1);
  });

  it("keep a committed answer although the process releases the request", async () => {
    const request = newRequest();
    const lease = await claim(request);
    await change(lease);
    await releaseRequest(lease);
    expect(await claimRequest(request)).toEqual({ state: "answered", answer });
  });

  it("expire after 24 hours, when the key can be reused and the sweep deletes it", async () => {
    const [old, reused] = [newRequest(), newRequest()];
    for (const request of [old, reused]) await change(await claim(request));
    await age(old, 24 * 3600 - 1);
    expect(await claimRequest(old)).toMatchObject({ state: "answered" });
    for (const request of [old, reused]) await age(request, 24 * 3600 + 1);
    await change(await claim({ ...reused, bytes: Buffer.from("other") }));
    await sweepIdempotencyKeys();
    const { rows } = await sql.query("SELECT key FROM idempotency_key WHERE key = ANY ($1)", [
      [old.key, reused.key],
    ]);
    expect(rows).toEqual([{ key: reused.key }]);
  });

  it("are swept in batches, except for those still valid", async () => {
    await sweepIdempotencyKeys();
    await sql.query(
      `INSERT INTO idempotency_key (account_id, scope, key, fingerprint, lease, leased_until, expires_at)
       SELECT $1, 'sweep', n, '', $2, now(), now() - interval '1 second' FROM generate_series(1, 2500) AS n`,
      [accountId, newId()],
    );
    const kept = newRequest();
    await claim(kept);
    expect(await sweepIdempotencyKeys()).toBe(2_500);
    expect(await sweepIdempotencyKeys()).toBe(0);
    await expect(claimRequest(kept)).rejects.toMatchObject(inProgress);
  });

  it("keep answers encrypted, readable only in their own row", async () => {
    const [request, other] = [newRequest(), newRequest()];
    await change(await claim(request));
    const { rows } = await sql.query("SELECT answer FROM idempotency_key WHERE key = $1", [request.key]);
    expect(rows[0].answer.toString("latin1")).not.toMatch(/qr_live|Location|secret/);
    await claim(other);
    await sql.query("UPDATE idempotency_key SET status = 201, answer = $2 WHERE key = $1", [
      other.key,
      rows[0].answer,
    ]);
    await expect(claimRequest(other)).rejects.toThrow();
  });

  it("O8: are deleted with their account", async () => {
    const account = await newAccount("pro");
    const request = newRequest(account);
    await change(await claim(request));
    await sql.query("DELETE FROM account WHERE id = $1", [account.accountId]);
    const { rows } = await sql.query("SELECT 1 FROM idempotency_key WHERE key = $1", [request.key]);
    expect(rows).toEqual([]);
  });
});
