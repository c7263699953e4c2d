import type { Caller } from "@/lib/accounts/schema";
import { advanceImport } from "@/lib/imports";
import type { ImportRow } from "@/lib/imports/schema";
import { callerOf, newAccount } from "./accounts";
import { readCodeRows } from "./codes";

/** Somebody on Pro, by themselves. */
export async function newImporter(): Promise<Caller> {
  const account = await newAccount("pro");
  return { ...callerOf(account, "pro"), userId: account.userId };
}

export const rowAt = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row,
  name: `Table ${row}`,
  type: "url",
  content: `https://halden.example/t/${row}`,
  isDynamic: true,
  ...more,
});

/** Rows that are ready, the first of them in the second line of its file. */
export const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => rowAt(at + 2));

/** An import as its page hands it over. */
export const importOf = (rows: ImportRow[], more: { presetId?: string; leftOut?: LeftOut[] } = {}) => ({
  name: "tables.csv",
  presetId: null,
  rows,
  leftOut: [],
  ...more,
});

interface LeftOut {
  row: number;
  name: string;
  type: string;
  content: string;
  kind: string;
  error: string;
}

/** Moves an import on to its end. */
export async function finish(caller: Caller, id: string) {
  for (;;) {
    const progress = await advanceImport(caller, id);
    if (progress.isFinished) return progress;
  }
}

/** What the codes of an account are called. */
export async function namesOf({ accountId }: Caller): Promise<string[]> {
  return (await readCodeRows(accountId)).map(({ name }) => String(name)).sort();
}
