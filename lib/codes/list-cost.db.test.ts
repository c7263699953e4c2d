import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage } from "@/e2e/support/codes";
import { recordStatements } from "@/e2e/support/statements";
import { insertCodes } from "@/e2e/support/tenants";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { listCodes } from "./";
import { listSorts } from "./schema";

const codes = 400;
/** Each of these logos lies in pages of its own, beside the row. */
const logoBytes = 16_000;

let caller: Caller;
beforeAll(async () => {
  const { accountId } = await newAccount("pro");
  caller = callerOf({ accountId }, "pro");
  const ids = await insertCodes(sql, Array(codes).fill({ accountId, environment: "production" }));
  for (const id of ids) {
    const dataUrl = `data:image/png;base64,${randomBytes(logoBytes).toString("base64")}`;
    const settings = { logo: { enabled: true, dataUrl, size: 50 } };
    await sql.query("UPDATE qr_code SET settings = $2 WHERE id = $1", [id, settings]);
  }
  await sql.query("VACUUM ANALYZE qr_code");
});

/** Pages of the database that a statement reads, the logos' own among them. */
async function countPages({ text, values }: { text: string; values: readonly unknown[] }): Promise<number> {
  const { rows } = await sql.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values]);
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

it.each(listSorts)("Q14: a page sorted by %s reads the logos of its own codes only", async (sort) => {
  const statements = await recordStatements(() => listCodes(caller, { ...firstPage, limit: 5, sort }));
  expect(statements).toHaveLength(1);
  const ofPage = await countPages(statements[0]!);
  const ofAll = await countPages({ ...statements[0]!, values: [...statements[0]!.values].with(2, 100) });
  // A logo takes at least five pages; the difference cancels out what both statements read.
  expect(ofAll - ofPage).toBeGreaterThan(95 * 4);
});

it("a search reads only rows of the account", async () => {
  const others = await Promise.all(Array.from({ length: 20 }, () => newAccount("pro")));
  const rows = others.flatMap(({ accountId }) => Array(codes).fill({ accountId, environment: "production" }));
  await insertCodes(sql, rows);
  await sql.query("VACUUM ANALYZE qr_code");
  const search = { ...firstPage, search: "nothing like it" };
  const [{ text, values }] = (await recordStatements(() => listCodes(caller, search))) as [
    { text: string; values: unknown[] },
  ];
  const { rows: plans } = await sql.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const scans = listScans(plans[0]["QUERY PLAN"][0].Plan);
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect(scan["Index Cond"] ?? scan["Recheck Cond"]).toContain("account_id");
    expect(scan["Rows Removed by Filter"]).toBeLessThanOrEqual(codes);
  }
});

interface Plan {
  Plans?: Plan[];
  [key: string]: unknown;
}

/** The parts of a plan that read the table itself. */
function listScans(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).flatMap(listScans);
  return plan["Relation Name"] === "qr_code" && plan["Actual Loops"] !== 0 ? [plan, ...below] : below;
}
