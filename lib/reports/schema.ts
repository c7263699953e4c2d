import { z } from "zod";
import { plainText } from "@/lib/platform/schema-fields";

/** What may be wrong with a code. */
const reportReasons = ["phishing", "malware", "illegal", "spam", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

export const maxNoteLength = 1_000;

export const reportSchema = z.object({
  reason: z.enum(reportReasons),
  /** What else there is to say. */
  note: plainText({ max: maxNoteLength, lines: true }).optional(),
});
export type ReportInput = z.infer<typeof reportSchema>;

/** A report as the operator reads it. */
export interface Report {
  id: string;
  shortCode: string;
  shortUrl: string;
  reason: ReportReason;
  note: string | null;
  createdAt: string;
  /** Reports of the same code, this one included. */
  reportsOfCode: number;
  /** Null where the code was deleted. */
  accountEmail: string | null;
  /** When the code was taken out of service; null where it is in it, or deleted. */
  suspendedAt: string | null;
  /** Then the report goes at the next sweep. */
  isDeleted: boolean;
}
