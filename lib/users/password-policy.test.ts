import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash";
import { refuseGuessable } from "./password-policy";

describe("password hashing", () => {
  it("uses argon2id with OWASP's parameters and a salt", async () => {
    const [one, other] = await Promise.all([hashPassword("tree house"), hashPassword("tree house")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword(one, "tree house")).toBe(true);
    expect(await verifyPassword(one, "tree house ")).toBe(false);
  });

  it("A10: verifies a missing password at a similar cost and never accepts it", async () => {
    const cpuOf = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage();
      for (let i = 0; i < 10; i++) await work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const hash = await hashPassword("tree house");
    const known = await cpuOf(() => verifyPassword(hash, "wrong"));
    const unknown = await cpuOf(() => verifyPassword(null, "wrong"));
    expect(unknown / known).toBeGreaterThan(1 / 3);
    expect(unknown / known).toBeLessThan(3);
    expect(await verifyPassword(null, "")).toBe(false);
  });

  it("refuses excess checks instead of queueing them for seconds", async () => {
    const all = await Promise.allSettled(Array.from({ length: 130 }, () => verifyPassword(null, "x")));
    const refused = all.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused).toHaveLength(130 - 102);
    expect(refused[0]?.reason).toMatchObject({ code: "unavailable" });
    expect(await verifyPassword(null, "x")).toBe(false);
  });
});

describe("refuseGuessable", () => {
  it.each(["password1", "PassWord1", "123456789", "qwertyuiop", "aaaaaaaaaa", "abababababab"])(
    "refuses %s",
    (word) => expect(() => refuseGuessable(word, "ada@example.com")).toThrow("everybody tries"),
  );

  it.each(["ada.lovelace@example.com", "Ada.Lovelace"])("refuses %s, which comes from the address", (word) =>
    expect(() => refuseGuessable(word, "ada.lovelace@example.com")).toThrow("your address"),
  );

  it("accepts another password", () => {
    expect(() => refuseGuessable("tree house lamp", "ada@example.com")).not.toThrow();
  });
});
