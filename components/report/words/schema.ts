import type { ReportReason } from "@/lib/reports/schema";

/** Every word of the page on which a code is reported, in one language. */
export interface ReportWords {
  title: string;
  lead: string;
  preview: string;
  reason: string;
  reasons: Record<ReportReason, { name: string; meaning: string }>;
  note: string;
  noteHint: string;
  send: string;
  sending: string;
  reasonMissing: string;
  noteTooLong: string;
  tooMany: string;
  notSent: string;
  doneTitle: string;
  done: string;
}
