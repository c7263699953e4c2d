import type { Rules } from "@/lib/codes/schema";
import type { ContentType } from "@/lib/content/schema";

/** What a short URL leads to, as the database has it. */
export interface Target {
  shortCode: string;
  codeId: string;
  accountId: string;
  isSandbox: boolean;
  type: ContentType;
  content: string;
  /** Canonical address of a code of type `url`; null for the others. */
  url: string | null;
  /** What bounds it, as far as its owner has set it; null where nothing does. */
  rules: Rules | null;
  isSuspended: boolean;
  /** As it was when the database was asked: nothing is told of a scan. */
  scanCount: number;
}
