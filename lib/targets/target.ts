import type { ContentType } from "@/lib/content/schema";

/** What bounds a short URL, as far as its owner has set it (`qr_code.rules`). */
interface Rules {
  isActive?: boolean;
  /** ISO 8601 in UTC. */
  startsAt?: string;
  expiresAt?: string;
  maxScans?: number;
  /** Canonical address for whoever comes too early or too late. */
  fallbackUrl?: string;
}

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
  /** Null where nothing bounds it. */
  rules: Rules | null;
  isSuspended: boolean;
}
