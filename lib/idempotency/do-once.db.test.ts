import { expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, listCodes } from "@/lib/codes";
import { codeListQuery } from "@/lib/codes/schema";
import { askSupport, listOwnSupportRequests } from "@/lib/support";
import { doOnce } from "./index";

const key = "7kqm2xbt-1";

const make = (caller: Caller, name = "Menu", content = "Open") => {
  const fields = { name, type: "text" as const, content };
  return doOnce(
    { caller, name: "new code", key, fields },
    ({ id }: { id: string }) => id,
    (keep) => createCode(caller, fields, keep),
  );
};

const countCodes = async (caller: Caller) =>
  (await listCodes(caller, codeListQuery.parse({}))).pagination.total;

it("a form resubmitted after a lost answer creates one code and returns the same id", async () => {
  const caller = callerOf(await newAccount("pro"), "pro");
  const id = await make(caller);
  expect(await make(caller)).toBe(id);
  expect(await countCodes(caller)).toBe(1);
  await expect(make(caller, "Lunch")).rejects.toMatchObject({ code: "idempotency_key_reused" });
  expect(await countCodes(caller)).toBe(1);
});

it("a refused form can be submitted again with the same key", async () => {
  const caller = callerOf(await newAccount("pro"), "pro");
  await expect(make(caller, "Menu", "")).rejects.toMatchObject({ code: "validation_failed" });
  await make(caller, "Menu", "Open");
  expect(await countCodes(caller)).toBe(1);
});

it("concurrent submissions of a form create one code", async () => {
  const caller = callerOf(await newAccount("pro"), "pro");
  const outcomes = await Promise.allSettled([make(caller), make(caller), make(caller)]);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ["idempotency_in_progress"] : []));
  expect(await countCodes(caller)).toBe(1);
});

it("A5: the same key of another account is a different key", async () => {
  const [one, other] = [await newAccount("pro"), await newAccount("pro")];
  expect(await make(callerOf(one, "pro"))).not.toBe(await make(callerOf(other, "pro")));
});

it("a support request submitted twice is stored once", async () => {
  const account = await newAccount("pro");
  const fields = { subject: "Scans", message: "None since Monday." };
  const send = () =>
    doOnce(
      { caller: callerOf(account, "pro"), name: "support request", key, fields },
      () => null,
      (keep) => askSupport({ ...account, email: "a@halden.example", plan: "pro" }, fields, keep),
    );
  await send();
  await send();
  expect(await listOwnSupportRequests(account.accountId)).toHaveLength(1);
});

it.each([[null], [undefined], [7], ["short"], ["x".repeat(256)], ["a b c d e f"]])(
  "rejects the key %s",
  async (bad) => {
    const form = { caller: callerOf(await newAccount("free"), "free"), name: "x", key: bad, fields: {} };
    await expect(doOnce(form, String, async () => 1)).rejects.toMatchObject({ code: "validation_failed" });
  },
);
