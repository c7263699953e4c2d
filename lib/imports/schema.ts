import { byteOrderMark, writeLine } from "@/lib/platform/csv";

// What arrives is judged by input-schema.ts: the page that imports loads no Zod before it checks rows.

/** Rows of one import, and bytes of the file that they stand in. */
export const maxImportRows = 500;
export const maxFileBytes = 2 * 1024 * 1024;
/** So long what became of an import can be looked at. */
export const importDays = 30;
/** Rows that are made, or refused, in one transaction: few, so that each is soon done and the bar moves. */
export const batchSize = 20;
/** Rows that are checked at a time. */
export const maxCheckRows = 100;
/** So long after its end an import can be taken back. */
export const undoHours = 24;

/** The domain of a row on the service's own host; a row without one gets the account's default domain. */
export const noDomain = "service";

/** A row that is to become a code. */
export interface ImportRow {
  row: number;
  name: string;
  type: string;
  content: string;
  isDynamic: boolean;
  tags?: string[];
  note?: string | null;
  archived?: boolean;
  publicImage?: boolean;
  slug?: string;
  domain?: string;
  /** `settings.routes` and `settings.utm` as JSON. */
  routes?: string;
  utm?: string;
  passQuery?: boolean;
  appendScanId?: boolean;
}

/** The cells of a row in the words of the table; those after `kind` where its file has them. */
export interface RowCells {
  row: number;
  name: string;
  type: string;
  content: string;
  kind: string;
  tags?: string;
  note?: string;
  archived?: string;
  publicImage?: string;
  slug?: string;
  domain?: string;
  routes?: string;
  utm?: string;
  passQuery?: string;
  appendScanId?: string;
}

/** A row of which no code was made, and why. */
export interface ImportFault extends RowCells {
  error: string;
  /** The error's code, or `left_out` where the user left it out. */
  code: string;
}

/** How far an import is. */
export interface ImportProgress {
  id: string;
  /** Rows that are to be made, and those that were tried. */
  total: number;
  done: number;
  made: number;
  isFinished: boolean;
}

/** An import as a list holds it. */
export interface ListedImport extends ImportProgress {
  name: string;
  createdAt: string;
}

/** An import with what became of it. */
export interface Import extends ListedImport {
  finishedAt: string | null;
  /** Codes that it made and that are still there, in the order of their rows. */
  codeIds: string[];
  /** How often those were scanned. */
  scans: number;
  faults: ImportFault[];
  /** Until when what it made can be taken back; null: it can't. */
  undoUntil: string | null;
}

/** What checking a row has found, as the error of a bulk create. */
export interface RowFault {
  row: number;
  error: string;
  code: string;
  details: { field: string; code: string; message: string; [bound: string]: unknown }[];
}

const extraHeadings = [
  ["tags", "Tags"],
  ["note", "Note"],
  ["archived", "Archived"],
  ["publicImage", "Public image"],
  ["slug", "Slug"],
  ["domain", "Domain"],
  ["routes", "Rules"],
  ["utm", "Campaign parameters"],
  ["passQuery", "Passes the query"],
  ["appendScanId", "Adds the scan ID"],
] as const;

/** Rows as a file that can be corrected in a spreadsheet and imported again; nothing in it is a formula. */
export function writeRows(rows: readonly (RowCells & { error: string })[]): string {
  const extras = extraHeadings.filter(([column]) => rows.some((row) => row[column] !== undefined));
  const lines = rows.map((cells) => {
    const { name, type, content, kind, error, row } = cells;
    return [name, type, content, kind, ...extras.map(([column]) => cells[column] ?? ""), row, error];
  });
  const names = extras.map(([, name]) => name);
  const heading = ["Name", "Type", "Content", "Kind", ...names, "Row", "Fault"];
  return byteOrderMark + [heading, ...lines].map(writeLine).join("");
}
