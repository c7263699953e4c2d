import type { ContentType } from "@/lib/content/schema";
import type { NewEvent } from "@/lib/events";
import { presentScan } from "../present";
import type { Recorded, Visit } from "../visit";

/** A code of a batch whose scans a webhook hears of, as it is now. */
export interface HeardCode {
  id: string;
  name: string;
  type: ContentType;
  shortCode: string | null;
}

/** The events of a batch: one for each visit that was kept in detail as a scan of one of these codes. */
export function tellScans(
  visits: readonly Visit[],
  recorded: readonly Recorded[],
  heard: readonly HeardCode[],
): NewEvent[] {
  const codes = new Map(heard.map((code) => [code.id, code]));
  return visits.flatMap(({ id, codeId, accountId, isSandbox, visitor, traceParent = null }, place) => {
    const code = codes.get(codeId);
    const scannedAt = recorded[place]?.scannedAt ?? null;
    if (code === undefined || scannedAt === null) return [];
    const { name: codeName, type: codeType, shortCode } = code;
    const data = presentScan({ ...visitor, id, codeId, codeName, codeType, shortCode, scannedAt });
    const environment = isSandbox ? "sandbox" : "production";
    return [{ accountId, environment, type: "scan.created", timestamp: scannedAt, data, traceParent }];
  });
}
