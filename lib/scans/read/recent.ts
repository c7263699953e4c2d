import { createBatcher } from "@/lib/platform/batch-loader";
import { sql } from "@/lib/platform/db";
import type { ScanSummary } from "../schema";
import type { Device } from "../visit";

/** A code that its owner reads; whose it is has been asked before. */
interface ReadCode {
  accountId: string;
  isSandbox: boolean;
  codeId: string;
}

const recent = 10;

/** The last ten scans of a code, newest first. */
export const findRecentScans: (code: ReadCode) => Promise<ScanSummary[]> = createBatcher({
  name: "read last scans",
  ask: selectRecent,
  maxBatch: 32,
  maxRunning: 2,
  maxWaiting: 5_000,
});

interface Row {
  codeId: string;
  id: string;
  scannedAt: Date;
  device: Device;
  os: string;
  browser: string;
  country: string;
}

const selectScans = {
  name: "select_recent_scans",
  text: `SELECT asked.code_id AS "codeId", s.id, s.scanned_at AS "scannedAt", s.device, s.os, s.browser, s.country
    FROM unnest($1::uuid[], $2::uuid[], $3::bool[]) AS asked(code_id, account_id, is_sandbox)
    CROSS JOIN LATERAL (SELECT * FROM scan WHERE qr_code_id = asked.code_id AND account_id = asked.account_id
      AND is_sandbox = asked.is_sandbox ORDER BY scanned_at DESC, id DESC LIMIT ${recent}) AS s
    ORDER BY s.scanned_at DESC, s.id DESC`,
};

async function selectRecent(codes: readonly ReadCode[]): Promise<ScanSummary[][]> {
  // Two who ask for one code at the same moment are answered by the same rows.
  const asked = [...new Map(codes.map((code) => [code.codeId, code])).values()];
  const values = [
    asked.map(({ codeId }) => codeId),
    asked.map(({ accountId }) => accountId),
    asked.map(({ isSandbox }) => isSandbox),
  ];
  const { rows } = await sql.query<Row>({ ...selectScans, values });
  const found = new Map<string, ScanSummary[]>(asked.map(({ codeId }) => [codeId, []]));
  for (const row of rows) found.get(row.codeId)?.push(summarize(row));
  return codes.map(({ codeId }) => found.get(codeId) ?? []);
}

function summarize({ id, scannedAt, device, country, browser, os }: Row): ScanSummary {
  return { id, scannedAt: scannedAt.toISOString(), device, country, browser, os };
}
