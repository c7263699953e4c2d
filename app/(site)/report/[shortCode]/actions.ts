"use server";

import { reportMessages } from "@/components/report/messages";
import type { ReportState } from "@/components/report/report-form";
import { readFields } from "@/components/ui/form/answer";
import { readClient } from "@/lib/auth";
import { requireValid } from "@/lib/platform/validation";
import { reportCode } from "@/lib/reports";
import { reportSchema } from "@/lib/reports/schema";
import { answerForm } from "../../../answer-form";
import { readLanguage } from "../../../request";

/** Takes a report from anybody; the page's own code comes with the form, as it was rendered. */
export async function sendReport(shortCode: string, _: ReportState, data: FormData): Promise<ReportState> {
  const messages = reportMessages[await readLanguage()];
  const entered = { reason: "", note: "" };
  const read = () => {
    const { reason = "", note = "" } = readFields(data);
    return Object.assign(entered, { reason, note });
  };
  const faults = {
    reason: messages.reasonMissing,
    note: messages.noteTooLong,
    rate_limited: messages.tooMany,
  };
  const answer = await answerForm(read, faults, async (fields) => {
    await reportCode(String(shortCode), requireValid(reportSchema, fields, "form"), await readClient());
    return null;
  });
  return { answer, entered };
}
