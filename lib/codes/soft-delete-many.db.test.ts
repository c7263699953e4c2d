import { expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode, readCodeCounts } from "@/e2e/support/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createCodes } from "./bulk";
import { findMatching } from "./read";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "./soft-delete";

const all = { sort: "createdAt", order: "asc" } as const;

it("500 codes are soft-deleted and restored together, and purged if they are not restored", async () => {
  const caller = callerOf(await newAccount("pro"), "pro");
  for (let lot = 0; lot < 5; lot += 1) await createCodes(caller, Array(100).fill(plainCode));
  const { ids } = await findMatching(caller, all);
  expect(ids).toHaveLength(500);
  const began = Date.now();
  const { until, codes } = await softDeleteCodes(caller, ids);
  expect(codes).toHaveLength(500);
  expect(Date.parse(until) - began).toBeGreaterThan(9_000);
  expect((await findMatching(caller, all)).total).toBe(0);
  expect(await restoreCodes(caller, ids)).toHaveLength(500);
  expect((await findMatching(caller, all)).ids).toEqual(ids);
  await softDeleteCodes(caller, ids);
  await sql.query("UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE account_id = $1", [
    caller.accountId,
  ]);
  await deleteSoftDeleted();
  expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 0, counted: 0 });
});

it("softDeleteCodes refuses more than 500 codes and leaves unknown ids out of the answer", async () => {
  const caller = callerOf(await newAccount("pro"), "pro");
  const { created } = await createCodes(caller, [plainCode, plainCode]);
  const ids = created.map(({ id }) => id);
  await expect(softDeleteCodes(caller, Array.from({ length: 501 }, newId))).rejects.toMatchObject({
    code: "bulk_limit_exceeded",
  });
  const { codes } = await softDeleteCodes(caller, [...ids, newId()]);
  expect(codes.map(({ id }) => id).sort()).toEqual(ids.sort());
});
