import { redirectSql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Target } from "./target";

const countScans = {
  name: "select_scan_count",
  text: "SELECT scan_count FROM qr_code WHERE id = $1",
};

/**
 * Whether a code has had all the scans that its owner allows it: for whoever comes without making one. A scan learns it
 * when it is counted. Not, as long as the database does not answer.
 */
export async function isUsedUp({ codeId, rules }: Target): Promise<boolean> {
  const most = rules?.maxScans;
  if (most === undefined) return false;
  try {
    const { rows } = await redirectSql.query<{ scan_count: number }>({ ...countScans, values: [codeId] });
    return (rows[0]?.scan_count ?? 0) >= most;
  } catch (err) {
    log.debug({ err }, "the scans of a code could not be counted");
    return false;
  }
}
