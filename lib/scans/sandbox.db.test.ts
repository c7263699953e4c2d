import { beforeEach, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { newScannedCode, readStored, type ScannedCode } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { createSandboxScans } from "./index";

let caller: Caller;
let code: ScannedCode;
beforeEach(async () => {
  caller = { ...callerOf(await newAccount("pro"), "pro"), environment: "sandbox" };
  code = await newScannedCode(caller);
});

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
const make = (input: object, keep?: () => Promise<void>) =>
  createSandboxScans(caller, { qrCodeId: code.codeId, count: 3, ...input }, "81.2.69.142", keep);

it.each([
  ["now", () => ({})],
  ["in the past", () => ({ scannedAt: hourAgo() })],
])("Q12: sandbox scans created %s are stored only if their answer is kept", async (_, input) => {
  const refuse = () => Promise.reject(new Error("the process ended here"));
  await expect(make(input(), refuse)).rejects.toThrow("the process ended here");
  expect(await readStored(code)).toMatchObject({ scanCount: 0, detailed: 0 });
  expect(await make(input(), async () => {})).toEqual({ created: 3, excluded: 0 });
  expect(await readStored(code)).toMatchObject({ scanCount: 3, detailed: 3 });
});

it("sandbox scans with the same day and user agent count as one visitor, whenever they are created", async () => {
  const days = async () => {
    const { rows } = await sql.query(
      `SELECT count(DISTINCT visitor)::int AS visitors, count(DISTINCT (scanned_at AT TIME ZONE 'UTC')::date)::int AS days
       FROM scan WHERE qr_code_id = $1`,
      [code.codeId],
    );
    return rows[0];
  };
  const [day, next] = [100, 99].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  await make({ scannedAt: `${day}T10:00:00Z` });
  await sql.query("DELETE FROM visitor_salt");
  await make({ scannedAt: `${day}T12:00:00Z` });
  expect(await days()).toEqual({ visitors: 1, days: 1 });
  await make({ scannedAt: `${next}T12:00:00Z` });
  await make({
    scannedAt: `${next}T13:00:00Z`,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/127.0",
  });
  expect(await days()).toEqual({ visitors: 3, days: 2 });
});

it("sandbox scans are never in the future, even if 100 start now", async () => {
  for (let round = 0; round < 3; round += 1) {
    const at = new Date();
    await make({ count: 100, scannedAt: at.toISOString() });
    const { rows } = await sql.query(
      `SELECT count(*) FILTER (WHERE scanned_at > clock_timestamp())::int AS ahead, min(scanned_at) FILTER (WHERE
         scanned_at >= $2) AS first FROM scan WHERE qr_code_id = $1`,
      [code.codeId, at],
    );
    expect(rows).toEqual([{ ahead: 0, first: at }]);
  }
});
