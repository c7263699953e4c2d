/** What may be taken along, from all of it to the least. */
export const exportKinds = ["everything", "without-scans", "redirect-map"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** How far an export is: what has been handed to its reader. */
export interface ExportProgress {
  state: "under_way" | "done" | "stopped";
  /** Tells one from the next. */
  startedAt: string;
  files: number;
  bytes: number;
}
