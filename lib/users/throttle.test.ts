import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { countMail, keyOf, tryPassword } from "./throttle";

let made = 0;
const newKey = () => keyOf("test", String(made++));

async function outcomes(tries: readonly (() => Promise<boolean>)[]): Promise<(boolean | string)[]> {
  return Promise.all(
    tries.map((attempt) =>
      attempt().catch((error: unknown) => (error instanceof ServiceError ? error.code : "other")),
    ),
  );
}

describe("A10: ten wrong passwords in 15 minutes", () => {
  it("a hundred at once are ten, and then the right one is refused too", async () => {
    const key = newKey();
    let checks = 0;
    const wrong = () =>
      tryPassword([key], async () => {
        checks += 1;
        return false;
      });
    const all = await outcomes(Array.from({ length: 100 }, () => wrong));
    expect(checks).toBe(10);
    expect(all.filter((outcome) => outcome === false)).toHaveLength(10);
    expect(all.filter((outcome) => outcome === "rate_limited")).toHaveLength(90);
    await expect(tryPassword([key], async () => true)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("says how long to wait, at most 15 minutes", async () => {
    const key = newKey();
    await outcomes(Array.from({ length: 10 }, () => () => tryPassword([key], async () => false)));
    const error = await tryPassword([key], async () => true).catch(
      (thrown: unknown) => thrown as ServiceError,
    );
    const seconds = error instanceof ServiceError ? (error.retryAfterSeconds ?? 0) : 0;
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(901);
  });

  it("right ones are not counted: an office behind one address signs in all morning", async () => {
    const key = newKey();
    for (let i = 0; i < 30; i++) expect(await tryPassword([key], async () => true)).toBe(true);
    expect(await tryPassword([key], async () => false)).toBe(false);
  });

  it("each key is counted by itself: many accounts from one client, one account from many clients", async () => {
    const client = newKey();
    for (let i = 0; i < 10; i++) await tryPassword([newKey(), client], async () => false);
    const account = newKey();
    await expect(tryPassword([account, client], async () => true)).rejects.toMatchObject({
      code: "rate_limited",
    });
    for (let i = 0; i < 10; i++) await tryPassword([account, newKey()], async () => false);
    await expect(tryPassword([account, newKey()], async () => true)).rejects.toMatchObject({
      code: "rate_limited",
    });
  });

  it("a fault while checking counts for nothing and holds nobody up", async () => {
    const key = newKey();
    for (let i = 0; i < 20; i++) {
      await expect(tryPassword([key], () => Promise.reject(new Error("database")))).rejects.toThrow(
        "database",
      );
    }
    expect(await tryPassword([key], async () => true)).toBe(true);
  });
});

describe("mails that strangers cause", () => {
  const address = () => `${newKey()}@example.com`;

  it("five per hour to one address, from any client", async () => {
    const email = address();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => countMail(email, newKey())));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(countMail(email, newKey())).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("sixty per hour from one client, to any address", async () => {
    const client = newKey();
    const all = await Promise.allSettled(Array.from({ length: 80 }, () => countMail(address(), client)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
  });

  it("the keys of limits name nobody", () => {
    expect(keyOf("mail-to", "ada@example.com")).toMatch(/^mail-to:[\w-]{22}$/);
  });
});
