import { expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { insertCodes } from "@/e2e/support/tenants";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { findCode } from "./read";

it("A5: batched reads return a code only to its own account and environment", async () => {
  const owner = callerOf(await newAccount("pro"), "pro");
  const stranger = callerOf(await newAccount("pro"), "pro");
  const sandbox: Caller = { ...owner, environment: "sandbox" };
  const [id = ""] = await insertCodes(sql, [owner]);
  const callers = Array.from({ length: 10 }, () => [stranger, owner, sandbox]).flat();
  const found = await Promise.all(callers.map((caller) => findCode(caller, id)));
  expect(found.map((code) => code?.id)).toEqual(callers.map((caller) => (caller === owner ? id : undefined)));
});
