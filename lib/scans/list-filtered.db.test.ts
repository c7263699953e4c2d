import { expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { storeRawScans } from "@/e2e/support/raw-scans";
import { insertCodes } from "@/e2e/support/tenants";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { findFilteredScans } from "./index";

const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000);

it("findFilteredScans finds the latest scans with all given labels among the newest of the account", async () => {
  const { accountId } = await newAccount("pro");
  const owner = { accountId, isSandbox: false };
  const [codeId = "", other = ""] = await insertCodes(sql, [
    { accountId, environment: "production" },
    { accountId, environment: "production" },
  ]);
  await storeRawScans(owner, [
    { codeId, at: at(1), country: "NO", city: "Oslo", os: "iOS" },
    { codeId, at: at(2), country: "SE", city: "Oslo", os: "iOS" },
    { codeId: other, at: at(3), country: "NO", city: "Oslo", os: "Android" },
    { codeId, at: at(4), country: "NO", city: "Oslo", os: "iOS" },
    { codeId, at: at(5), country: "NO", city: "Bergen", os: "iOS" },
  ]);
  const find = async (labels: Parameters<typeof findFilteredScans>[0]["labels"], more = {}) => {
    const found = await findFilteredScans({ ...owner, labels, among: 100, limit: 6, ...more });
    return found.map(({ country, city, os }) => `${country}/${city} ${os}`);
  };
  const oslo = { city: "NO/Oslo" };
  expect(await find(oslo)).toEqual(["NO/Oslo iOS", "NO/Oslo Android", "NO/Oslo iOS"]);
  expect(await find({ ...oslo, os: "iOS" })).toEqual(["NO/Oslo iOS", "NO/Oslo iOS"]);
  expect(await find(oslo, { codeId: other })).toEqual(["NO/Oslo Android"]);
  expect(await find(oslo, { codeIds: [other] })).toEqual(["NO/Oslo Android"]);
  expect(await find(oslo, { codeIds: [] })).toEqual([]);
  expect(await find(oslo, { among: 3 })).toEqual(["NO/Oslo iOS", "NO/Oslo Android"]);
  expect(await find({ country: "NO" }, { limit: 1 })).toEqual(["NO/Oslo iOS"]);
  expect(await find(oslo, { accountId: newId() })).toEqual([]);
  await sql.query("UPDATE qr_code SET purge_after = now() + interval '10 seconds' WHERE id = $1", [other]);
  expect(await find({ os: "Android" })).toEqual([]);
});
