import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { findKeptMail, newEmail } from "@/e2e/support/kept-mails";
import { tokenIn } from "@/e2e/support/mail-receiver";
import { requestPasswordReset, resetPassword } from "./index";
import { endSessions, signInWithPassword } from "./sign-in";

let clients = 0;
const newClient = () => `guessing client ${clients++}`;

/** Thirty wrong tries, each from a client of its own: the most that unknown devices have in an hour without a pause. */
async function tryThirty(address: string, beforeEach = async (_: number) => {}): Promise<void> {
  for (let i = 0; i < 30; i++) {
    await beforeEach(i);
    expect(
      await signInWithPassword({ email: address, password: `wrong ${i}` }, { client: newClient() }),
    ).toBeNull();
  }
}

// Limits are counted in this process: its clock moves only where a test moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

const pausedFor = (seconds: number) => ({ code: "rate_limited", retryAfterSeconds: seconds });

describe("A10: guessing passwords", () => {
  it("pauses unknown devices after thirty wrong passwords, for known and unknown addresses alike", async () => {
    const { email, password } = await newAccount("free");
    for (const address of [email, newEmail()]) {
      const all = await Promise.allSettled(
        Array.from({ length: 40 }, (_, i) =>
          signInWithPassword({ email: address, password: `wrong ${i}` }, { client: newClient() }),
        ),
      );
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
      await expect(
        signInWithPassword({ email: address, password }, { client: newClient() }),
      ).rejects.toMatchObject(pausedFor(1));
      const again = (typed: string) =>
        signInWithPassword({ email: address, password: typed }, { client: newClient() });
      const pauses = [1, 2, 4, 8, 16, 32, 60, 60];
      for (const [i, seconds] of pauses.slice(1).entries()) {
        vi.advanceTimersByTime(1_000 * (pauses[i] ?? 0));
        expect(await again("wrong")).toBeNull();
        await expect(again(password)).rejects.toMatchObject(pausedFor(seconds));
      }
      vi.advanceTimersByTime(60_000);
      expect((await again(password)) === null).toBe(address !== email);
    }
  });

  it("lets a known device sign in while unknown ones pause, with its own ten wrong tries", async () => {
    const { email, password, userId } = await newAccount("free");
    const device = { id: newClient(), userId, version: 0 };
    await tryThirty(email);
    const onDevice = (typed: string, known = device) =>
      signInWithPassword({ email, password: typed }, { client: newClient(), devices: [known] });
    expect(await onDevice(password)).toMatchObject({ userId, deviceVersion: 0 });
    for (let i = 0; i < 10; i++) expect(await onDevice("wrong")).toBeNull();
    await expect(onDevice(password)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await onDevice(password, { ...device, id: newClient() })).not.toBeNull();
  });

  it("treats devices of another account or version as unknown", async () => {
    const { email, password, userId } = await newAccount("free");
    const other = await newAccount("free");
    await tryThirty(email);
    for (const device of [
      { id: newClient(), userId: other.userId, version: 0 },
      { id: newClient(), userId, version: 1 },
      { id: newClient(), userId, version: -1 },
    ]) {
      await expect(
        signInWithPassword({ email, password }, { client: newClient(), devices: [device] }),
      ).rejects.toMatchObject({ code: "rate_limited" });
    }
  });

  it("keeps devices known after the user signs out everywhere, not after the operator or a reset does", async () => {
    const { email, password, userId } = await newAccount("free");
    const versionNow = async () => {
      const entered = await signInWithPassword({ email, password }, { client: newClient() });
      return entered !== null && entered.sessionId !== null ? entered.deviceVersion : null;
    };
    await endSessions(userId);
    expect(await versionNow()).toBe(0);
    await endSessions(userId, (await newAccount("free")).userId);
    expect(await versionNow()).toBe(1);
    await requestPasswordReset({ email }, newClient());
    const token = tokenIn(findKeptMail(email)?.text ?? "");
    expect(await resetPassword({ token, password })).toEqual({ email, userId, deviceVersion: 2 });
    expect(await versionNow()).toBe(2);
  });

  it("allows no new tries after a sign-out, so that it reveals no address", async () => {
    const { email, password, userId } = await newAccount("free");
    for (const address of [email, newEmail()]) {
      await tryThirty(address, async (i) => {
        if (i % 10 === 0) await endSessions(userId);
      });
      await endSessions(userId);
      await expect(
        signInWithPassword({ email: address, password }, { client: newClient() }),
      ).rejects.toMatchObject({ code: "rate_limited" });
    }
  });

  it("counts all spellings of an address together", async () => {
    const { email, password } = await newAccount("free");
    const spellings = [
      email,
      email.toUpperCase(),
      ` ${email}`,
      email.replace("@", "＠"),
      email.replace("t", "ｔ"),
    ];
    for (let i = 0; i < 30; i++) {
      const typed = spellings[i % spellings.length] ?? email;
      expect(
        await signInWithPassword({ email: typed, password: "wrong" }, { client: newClient() }),
      ).toBeNull();
    }
    await expect(signInWithPassword({ email, password }, { client: newClient() })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });

  it("blocks a client after ten wrong passwords, whatever accounts it tries", async () => {
    const client = newClient();
    const { email, password } = await newAccount("free");
    for (let i = 0; i < 10; i++)
      await signInWithPassword({ email: newEmail(), password: "wrong" }, { client });
    await expect(signInWithPassword({ email, password }, { client })).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await signInWithPassword({ email, password }, { client: newClient() })).not.toBeNull();
  });

  it("unblocks an account after a password reset by email", async () => {
    const { email } = await newAccount("free");
    await tryThirty(email);
    await requestPasswordReset({ email }, newClient());
    const token = tokenIn(findKeptMail(email)?.text ?? "");
    await resetPassword({ token, password: "three other words" });
    expect(
      await signInWithPassword({ email, password: "three other words" }, { client: newClient() }),
    ).not.toBeNull();
  });
});
