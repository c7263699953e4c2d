import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { previewCodes } from "@/lib/codes/bulk";
import { maxBulkItems } from "@/lib/codes/schema";
import { restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { requireBulk } from "@/lib/plans";
import {
  type BeforeCommit,
  isSqlState,
  type Prisma,
  type PrismaTransaction,
  prismaTransaction,
} from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { getPreset } from "@/lib/presets";
import type { Settings } from "@/lib/qr/schema";
import type { NewImport, RowCheck } from "./input-schema";
import {
  deleteImportsBeyond,
  findImport,
  findImportProgress,
  findUndoableCodeIds,
  type ImportProgressRow,
  listImportRows,
} from "./queries";
import {
  type Import,
  type ImportFault,
  type ImportProgress,
  type ImportRow,
  type ListedImport,
  noDomain,
  type RowFault,
  undoHours,
} from "./schema";

/** The feature as a refusal names it. */
export const importing = "Importing codes is";

/** The size in pixels that the editor uses by default, so that a code is the same whichever way it was created. */
const defaultSize = 1_024;
const maxListed = 10;
/** Imports kept per account; older ones are deleted. */
const maxKept = 50;

/**
 * What the rows would be refused for: content, blocked addresses, pictures that can't be scanned. Stores nothing. The quota is
 * of codes is left out: it concerns the whole import, and the page shows it.
 */
export async function checkRows(caller: Caller, { presetId, rows }: RowCheck): Promise<RowFault[]> {
  requireBulk(caller.plan, importing);
  const settings = await readSettings(caller, presetId);
  const { errors } = await previewCodes(
    caller,
    rows.map((row) => toNewCode(row, settings)),
  );
  return errors
    .filter(
      ({ code, details = [] }) => code !== "quota_exceeded" || details.some(({ field }) => field === "tags"),
    )
    .map(({ index, error, code, details = [] }) => ({ row: rows[index]?.row ?? 0, error, code, details }));
}

/** A row as the body of a single create. */
export function toNewCode(
  { row: _, domain, routes, utm, passQuery, appendScanId, ...code }: ImportRow,
  settings: object,
): object {
  const rules = {
    ...(routes !== undefined && { routes: parseCell(routes) }),
    ...(utm !== undefined && { utm: parseCell(utm) }),
    ...(passQuery !== undefined && { passQuery }),
    ...(appendScanId !== undefined && { appendScanId }),
  };
  return {
    ...code,
    ...(domain !== undefined && { domain: domain === noDomain ? null : domain }),
    settings: { ...settings, ...rules },
  };
}

/** What is no JSON stays a text, which creating the code refuses by its field. */
function parseCell(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The look of all codes of an import. Throws `not_found` for a preset that the account doesn't have. */
async function readSettings(caller: Caller, presetId: string | null): Promise<Settings> {
  if (presetId === null) return { size: defaultSize };
  const { settings } = await getPreset(caller, presetId);
  return { ...settings, size: defaultSize };
}

/**
 * Stores the rows of an import; codes are created from there, whether or not the page stays open. Throws `plan_required`,
 * `not_found` for a deleted preset, and `validation_failed` with `import_running` while the account has another unfinished one.
 */
export async function createImport(
  caller: Caller,
  input: NewImport,
  beforeCommit?: BeforeCommit<{ id: string }>,
): Promise<{ id: string }> {
  requireBulk(caller.plan, importing);
  const settings = await readSettings(caller, input.presetId);
  const { accountId } = caller;
  const created = { id: newId() };
  const data = { ...created, ...importData(caller, input, settings) };
  await prismaTransaction(async (tx) => {
    await lockAccount(tx, accountId);
    await requireNoneRunning(tx, accountId);
    await deleteImportsBeyond(tx, accountId, maxKept - 1);
    await tx.codeImport.create({ data, select: { id: true } });
    await beforeCommit?.(tx, created);
  }, accountId).catch((error: unknown) => {
    throw isSqlState(error, "23503") ? accountGone() : error;
  });
  return created;
}

function importData({ accountId, userId }: Caller, { name, rows, leftOut }: NewImport, settings: Settings) {
  if (userId === undefined) throw new ServiceError("not_signed_in", "An import is somebody's");
  const faults: ImportFault[] = leftOut.map((fault) => ({ ...fault, code: "left_out" }));
  return {
    ...{ accountId, userId, name, total: rows.length },
    rows: { settings, rows } as unknown as Prisma.InputJsonObject,
    faults: faults as unknown as Prisma.InputJsonArray,
  };
}

async function requireNoneRunning(tx: PrismaTransaction, accountId: string): Promise<void> {
  const running = await tx.codeImport.findFirst({
    where: { accountId, finishedAt: null },
    select: { name: true },
  });
  if (running === null) return;
  const message = `“${running.name}” is being imported. This one can start once that is done.`;
  throw fieldError("validation_failed", { field: "import", code: "import_running", message });
}

/** The account's newest ten imports. */
export async function listImports({ accountId }: Caller): Promise<ListedImport[]> {
  return (await listImportRows(accountId, maxListed)).map(presentListed);
}

/** How far an import is. Throws `not_found`, also for another account's. */
export async function readProgress({ accountId }: Caller, id: string): Promise<ImportProgress> {
  const row = isId(id) ? await findImportProgress(accountId, id) : null;
  if (row === null) throw notFound();
  return presentProgress(row);
}

/** An import and its codes that still exist. Throws `not_found`, also for another account's. */
export async function getImport({ accountId }: Caller, id: string): Promise<Import> {
  const row = isId(id) ? await findImport(accountId, id) : null;
  if (row === null) throw notFound();
  const { faults, codeIds, scans, finishedAt } = row;
  return {
    ...presentListed(row),
    finishedAt: finishedAt?.toISOString() ?? null,
    codeIds,
    scans,
    faults: faults.toSorted((one, other) => one.row - other.row),
    undoUntil: presentUndo(row, codeIds.length),
  };
}

function presentUndo({ finishedAt }: ImportProgressRow, codes: number): string | null {
  if (finishedAt === null || codes === 0) return null;
  const until = finishedAt.getTime() + undoHours * 3_600_000;
  return until <= Date.now() ? null : new Date(until).toISOString();
}

function presentListed(row: ImportProgressRow): ListedImport {
  return { ...presentProgress(row), name: row.name, createdAt: row.createdAt.toISOString() };
}

function presentProgress({ id, total, done, made, finishedAt }: ImportProgressRow): ImportProgress {
  return { id, total, done, made, isFinished: finishedAt !== null };
}

/**
 * Undoes an import: soft-deletes its codes that still exist, until `until`. Throws `not_found` for another account's import, one
 * that is unfinished or too old, and when none of its codes is left.
 */
export async function softDeleteImport(
  caller: Caller,
  id: string,
): Promise<{ until: string; count: number }> {
  const parts = await inBatches(await requireCodeIds(caller, id), (ids) => softDeleteCodes(caller, ids));
  // The earliest: no code is deleted before it.
  const [until] = parts.map((part) => part.until).sort();
  if (until === undefined) throw noCodeLeft();
  return { until, count: parts.reduce((sum, { codes }) => sum + codes.length, 0) };
}

/** Restores the codes that `softDeleteImport` soft-deleted. Throws `not_found` once all are deleted. */
export async function restoreImport(caller: Caller, id: string): Promise<{ count: number }> {
  const parts = await inBatches(await requireCodeIds(caller, id), (ids) => restoreCodes(caller, ids));
  if (parts.length === 0) throw noCodeLeft();
  return { count: parts.flat().length };
}

async function requireCodeIds({ accountId }: Caller, id: string): Promise<string[]> {
  const ids = isId(id) ? await findUndoableCodeIds(accountId, id) : null;
  if (ids === null) throw new ServiceError("not_found", "There is no import to undo");
  return ids;
}

/** The results for each batch of ids; a batch whose codes are all gone has none. */
async function inBatches<T>(ids: readonly string[], work: (ids: string[]) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < ids.length; from += maxBulkItems) {
    try {
      results.push(await work(ids.slice(from, from + maxBulkItems)));
    } catch (fault) {
      if (!(fault instanceof ServiceError && fault.code === "not_found")) throw fault;
    }
  }
  return results;
}

function noCodeLeft(): ServiceError {
  return new ServiceError("not_found", "None of the codes of this import is left");
}

function notFound(): ServiceError {
  return new ServiceError("not_found", "There is no such import");
}
