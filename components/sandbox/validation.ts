import "../ui/form/strict-zod";
import { type SandboxScans, sandboxScansSchema } from "@/lib/scans/schema";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";
import { moments, visitors } from "./choices";

export const sandboxMessages: FieldMessages = {
  not_found: "This code no longer exists. Another tab or key may have deleted it.",
  plan_required: "The sandbox is part of Developer and Pro.",
  qrCodeId: "Choose a code.",
  count: "1 to 100 scans at a time.",
};

export const checkScans: Check = (data) =>
  listFaults(sandboxScansSchema, readScansForm(data, Date.now()), sandboxMessages);

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
