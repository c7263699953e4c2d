import type { Report } from "@/lib/analytics/schema";
import type { StoredCode, TargetList } from "@/lib/codes/schema";
import type { ScanPage } from "@/lib/scans/schema";
import type { DetailActions } from "./actions";
import type { ComingGrade } from "./bench/grade-block";
import type { DrawnSheet } from "./draw-stored";

/** What every part of the page is given; what is still being read is waited for where it is shown. */
export interface ShownCode {
  code: StoredCode;
  sheet: DrawnSheet | null;
  /** Null where a static code has none. */
  reading: {
    grade: ComingGrade;
    report: Promise<Report> | null;
    scans: Promise<ScanPage> | null;
    weekScans: Promise<number | null>;
    targets: Promise<TargetList> | null;
  };
  zone: string;
  /** The plan has sheets of labels. */
  hasLabels: boolean;
  nowMs: number;
  actions: DetailActions;
}
