import type { ReportReason } from "@/lib/reports/schema";

/** What is said against a code, by name. */
export const reasonNames: Record<ReportReason, string> = {
  phishing: "Phishing or fraud",
  malware: "Malware",
  illegal: "Illegal content",
  spam: "Spam",
  other: "Something else",
};
