import type { SandboxScans } from "@/lib/scans/schema";
import { readFields } from "../ui/form/read";
import { moments, visitors } from "./choices";

/** What the form asks for, as the interface takes it; what is none of its choices is left to be refused. */
export function readScansForm(data: FormData, nowMs: number): Partial<Record<keyof SandboxScans, unknown>> {
  const { qrCodeId = "", count = "", visitor = "", country = "", moment = "" } = readFields(data);
  const { userAgent } = visitors.find(({ value }) => value === visitor) ?? { userAgent: null };
  const { agoMs } = moments.find(({ value }) => value === moment) ?? { agoMs: Number.NaN };
  return {
    qrCodeId,
    count: /^\d+$/.test(count.trim()) ? Number(count) : count,
    userAgent,
    ...(country !== "" && { country }),
    ...(agoMs !== 0 && { scannedAt: Number.isNaN(agoMs) ? moment : new Date(nowMs - agoMs).toISOString() }),
  };
}
