import type { ContentType } from "@/lib/content/schema";
import type { CreatedScans } from "@/lib/scans/schema";
import type { Answer, FormAction } from "../ui/form/answer";

/** What the page asks of the server; each checks by itself whose sandbox it is. */
export interface SandboxActions {
  makeScans: FormAction<CreatedScans>;
  /** Sets a code aside for as long as Undo is offered. */
  deleteCode: (id: string) => Promise<Answer<{ until: string }>>;
  bringBack: (id: string) => Promise<Answer<null>>;
  /** Deletes every code; answers how many there were. */
  empty: FormAction<number>;
}

/** A code of the sandbox as the page shows it. */
export interface SandboxCode {
  id: string;
  name: string;
  type: ContentType;
  shortUrl: string | null;
  scanCount: number;
  createdAt: string;
  updatedAt: string;
}
