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

describe("A10: limit of ten wrong passwords in 15 minutes", () => {
  it("checks ten of a hundred concurrent passwords, then refuses even the right one", async () => {
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

  it("returns how long to wait, at most 15 minutes", async () => {
    const key = newKey();
    await outcomes(Array.from({ length: 10 }, () => () => tryPassword([key], async () => false)));
    const error = await tryPassword([key], async () => true).catch(
      (thrown: unknown) => thrown as ServiceError,
    );
    const seconds = error instanceof ServiceError ? (error.retryAfterSeconds ?? 0) : 0;
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(901);
  });

  it("does not count right passwords", async () => {
    const key = newKey();
    for (let i = 0; i < 30; i++) expect(await tryPassword([key], async () => true)).toBe(true);
    expect(await tryPassword([key], async () => false)).toBe(false);
  });

  it("counts clients and accounts separately", async () => {
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

  it("does not count errors during the check", async () => {
    const key = newKey();
    for (let i = 0; i < 20; i++) {
      await expect(tryPassword([key], () => Promise.reject(new Error("database")))).rejects.toThrow(
        "database",
      );
    }
    expect(await tryPassword([key], async () => true)).toBe(true);
  });
});

describe("countMail", () => {
  const address = () => `${newKey()}@example.com`;

  it("allows five emails per hour to one address, from any client", async () => {
    const email = address();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => countMail(email, newKey())));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(countMail(email, newKey())).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("allows sixty emails per hour from one client, to any address", async () => {
    const client = newKey();
    const all = await Promise.allSettled(Array.from({ length: 80 }, () => countMail(address(), client)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
  });

  it("uses keys that do not reveal the address", () => {
    expect(keyOf("mail-to", "ada@example.com")).toMatch(/^mail-to:[\w-]{22}$/);
  });
});
