import type { View } from "@/components/analytics/view";
import type { Caller } from "@/lib/accounts/schema";
import type { Report } from "@/lib/analytics/schema";

/** What every part of the page is given: the question, and the report that is on its way. */
export interface Asked {
  caller: Caller;
  report: Promise<Report>;
  view: View;
  zone: string;
}
