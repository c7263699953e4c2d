import type { Answer } from "../ui/form/answer";

/** What the form says after it was sent: without scripts the page is made anew, so it holds what was entered, too. */
export interface ReportState {
  answer: Answer<null>;
  entered: { reason: string; note: string };
}

export type SendReport = (previous: ReportState, data: FormData) => Promise<ReportState>;
