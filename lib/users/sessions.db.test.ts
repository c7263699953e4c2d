import { describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { enter } from "@/e2e/support/enter";
import { recordStatements } from "@/e2e/support/statements";
import { sql } from "@/lib/platform/db";
import { changePassword, endSession, listSessions } from "./index";
import { sessionSeconds } from "./schema";
import { endSessions, findSessionUser, sweepSessions } from "./sign-in";

const phone = { device: "Mobile", os: "iOS", browser: "Safari", country: "NO" } as const;
const laptop = { device: "Desktop", os: "Windows", browser: "Firefox", country: "Unknown" } as const;

async function age(sessionId: string, seconds: number): Promise<void> {
  await sql.query(
    `UPDATE user_session SET created_at = created_at - make_interval(secs => $2),
       last_seen_at = last_seen_at - make_interval(secs => $2) WHERE id = $1`,
    [sessionId, seconds],
  );
}

async function secondsUnseen(sessionId: string): Promise<number> {
  const { rows } = await sql.query<{ seconds: number }>(
    "SELECT extract(epoch FROM now() - last_seen_at)::float AS seconds FROM user_session WHERE id = $1",
    [sessionId],
  );
  return rows[0]?.seconds ?? Number.NaN;
}

describe("sessions of a user", () => {
  it("are listed with their device, the current one first, then by last activity", async () => {
    const account = await newAccount("free");
    const old = await enter(account);
    await age(old.sessionId, 7_200);
    const [a, b] = [await enter(account, phone), await enter(account, laptop)];
    await age(a.sessionId, 3_600);
    const sessions = await listSessions(account.userId, old.sessionId);
    expect(sessions.map(({ id }) => id)).toEqual([old.sessionId, b.sessionId, a.sessionId]);
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(sessions[2]).toMatchObject(phone);
    expect(sessions[0]).toMatchObject({ device: "Unknown", os: "Unknown", country: "Unknown" });
    for (const { signedInAt, lastSeenAt } of sessions) expect(lastSeenAt).toBe(signedInAt);
  });

  it("A9: end with a new session version, even while their row exists", async () => {
    const account = await newAccount("free");
    const session = await enter(account);
    await sql.query("UPDATE app_user SET session_version = session_version + 1 WHERE id = $1", [
      account.userId,
    ]);
    expect(await findSessionUser(session)).toBeNull();
    expect(await listSessions(account.userId, session.sessionId)).toHaveLength(1);
  });

  it("A9: can be ended one by one, from the next request on", async () => {
    const account = await newAccount("free");
    const [mine, lost] = [await enter(account), await enter(account, phone)];
    await endSession(account.userId, lost.sessionId);
    expect(await findSessionUser(lost)).toBeNull();
    expect(await findSessionUser(mine)).toMatchObject({ userId: account.userId, sessionId: mine.sessionId });
    expect((await listSessions(account.userId, mine.sessionId)).map(({ id }) => id)).toEqual([
      mine.sessionId,
    ]);
    await expect(endSession(account.userId, lost.sessionId)).rejects.toMatchObject({ code: "not_found" });
    const { rows } = await sql.query(
      "SELECT subject_id FROM audit_entry WHERE account_id = $1 AND action = 'user.session_ended'",
      [account.accountId],
    );
    expect(rows).toEqual([{ subject_id: lost.sessionId }]);
  });

  it("A9: are not found by another user, even by id", async () => {
    const [account, other] = [await newAccount("free"), await newAccount("free")];
    const [mine, theirs] = [await enter(account), await enter(other)];
    for (const id of [theirs.sessionId, other.userId, "' OR 1=1", ""]) {
      await expect(endSession(account.userId, id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await findSessionUser({ ...mine, sessionId: theirs.sessionId })).toBeNull();
    expect(await findSessionUser(theirs)).not.toBeNull();
    expect(await listSessions(account.userId, theirs.sessionId)).toHaveLength(1);
  });

  it("A9: all end on signing out everywhere or changing the password", async () => {
    const account = await newAccount("free");
    for (const end of [
      () => endSessions(account.userId),
      () => changePassword(account.userId, { current: account.password, next: "three other words" }),
    ]) {
      const [a, b] = [await enter(account), await enter(account, phone)];
      await end();
      for (const one of [a, b]) expect(await findSessionUser(one)).toBeNull();
      expect(await listSessions(account.userId, a.sessionId)).toEqual([]);
    }
  });

  it("A9: started during a sign-out everywhere are either ended with it or remain listed", async () => {
    const account = await newAccount("free");
    const [tickets] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => enter(account).catch(() => null))),
      endSessions(account.userId),
    ]);
    const alive = await Promise.all(tickets.map((ticket) => ticket && findSessionUser(ticket)));
    const listed = await listSessions(account.userId, account.userId);
    expect(listed.map(({ id }) => id).sort()).toEqual(
      alive.flatMap((person) => (person ? [person.sessionId] : [])).sort(),
    );
  });

  it("are limited to 100: one more ends the one unused for longest", async () => {
    const account = await newAccount("free");
    const first = await enter(account);
    await age(first.sessionId, 60);
    await sql.query(
      `INSERT INTO user_session (id, user_id, device, os, browser, country)
       SELECT gen_random_uuid(), $1, 'Mobile', 'iOS', 'Safari', 'NO' FROM generate_series(1, 99)`,
      [account.userId],
    );
    expect(await findSessionUser(first)).not.toBeNull();
    const last = await enter(account);
    expect(await findSessionUser(first)).toBeNull();
    expect(await findSessionUser(last)).not.toBeNull();
    expect(await listSessions(account.userId, last.sessionId)).toHaveLength(100);
  });

  it("leave the list when they expire, and the database with the sweep", async () => {
    const account = await newAccount("free");
    const [old, young] = [await enter(account), await enter(account)];
    await age(old.sessionId, sessionSeconds);
    await age(young.sessionId, sessionSeconds - 60);
    expect((await listSessions(account.userId, young.sessionId)).map(({ id }) => id)).toEqual([
      young.sessionId,
    ]);
    expect(await sweepSessions()).toBeGreaterThanOrEqual(1);
    const { rows } = await sql.query("SELECT id FROM user_session WHERE user_id = $1", [account.userId]);
    expect(rows).toEqual([{ id: young.sessionId }]);
  });
});

describe("findSessionUser", () => {
  it("needs one database query", async () => {
    const ticket = await enter(await newAccount("free"));
    const statements = await recordStatements(() => findSessionUser(ticket));
    expect(statements).toHaveLength(1);
  });

  it("records activity every 15 minutes, once for concurrent requests", async () => {
    const ticket = await enter(await newAccount("free"));
    await age(ticket.sessionId, 14 * 60);
    await findSessionUser(ticket);
    expect(await secondsUnseen(ticket.sessionId)).toBeGreaterThan(800);
    await age(ticket.sessionId, 2 * 60);
    const statements = await recordStatements(async () => {
      await Promise.all(Array.from({ length: 20 }, () => findSessionUser(ticket)));
      await expect.poll(() => secondsUnseen(ticket.sessionId)).toBeLessThan(60);
    });
    expect(statements.filter(({ text }) => text.startsWith("UPDATE"))).toHaveLength(1);
  });
});
