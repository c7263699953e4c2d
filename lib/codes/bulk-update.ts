import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/accounts/schema";
import { requireBulk } from "@/lib/plans";
import { createYield } from "@/lib/platform/concurrency";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { Settings } from "@/lib/qr/schema";
import { requireBulkSize } from "./bulk";
import { listSelectedRows } from "./queries.read";
import { findRow } from "./read";
import { type CodeRow, presentStored, type StoredRow, styleOf } from "./rows";
import {
  type CodeChange,
  type DrawnCode,
  type ManyOutcome,
  maxLot,
  maxSelected,
  type SelectedCode,
  type StoredCode,
} from "./schema";
import { updateCode } from "./update";
import { hasFrame, isObject } from "./validate";

/** Changes of one call that are under way at once: pictures wait for few threads, and others want them too. */
const maxRunning = 4;
/** Drawing yields to other requests after this time, plus the picture it is drawing. */
const longestMs = 4;

/** Throws `plan_required` on a plan that changes its codes one by one. */
export function requireMany({ plan }: Caller): void {
  requireBulk(plan, "Changing many codes at once is");
}

interface Changing<I> {
  /** What is to change of a code as it is by then; what it throws, that code is refused for. */
  changeOf: (item: I, row: CodeRow) => CodeChange;
  /** What is told of a code besides that it was changed. */
  tell?: (item: I, before: CodeRow, code: DrawnCode) => Partial<ManyOutcome>;
}

/**
 * Changes up to 25 codes, each as `updateCode` does, a few at a time. What one is refused for, whatever it is, stops none
 * of the others: there is an outcome for each, in the order of the items. Throws `plan_required`, and
 * `bulk_limit_exceeded` for more.
 */
export async function changeEach<I extends { id: string }>(
  caller: Caller,
  items: readonly I[],
  changing: Changing<I>,
): Promise<ManyOutcome[]> {
  requireMany(caller);
  requireBulkSize("ids", items.length, maxLot);
  const outcomes: ManyOutcome[] = [];
  const next = items.entries();
  const yieldIfDue = createYield(longestMs);
  const work = async () => {
    for (const [place, item] of next) {
      await yieldIfDue();
      outcomes[place] = await changeOne(caller, item, changing);
    }
  };
  await Promise.all(Array.from({ length: maxRunning }, work));
  return outcomes;
}

async function changeOne<I extends { id: string }>(
  caller: Caller,
  item: I,
  { changeOf, tell }: Changing<I>,
): Promise<ManyOutcome> {
  const { id } = item;
  let before: StoredRow | undefined;
  try {
    const code = await updateCode(caller, id, (row) => {
      before = row;
      return changeOf(item, row);
    });
    const { name } = code;
    if (before === undefined || isAsBefore(before, code)) return { id, name, result: "unchanged" };
    return { id, name, result: "changed", version: code.updatedAt, ...tell?.(item, before, code) };
  } catch (fault) {
    return { id, name: before?.name ?? "", result: "refused", ...presentFault(fault, caller) };
  }
}

/** Whether a code's answer shows nothing that it did not show before. */
function isAsBefore(row: StoredRow, { content, settings, tags, archived }: DrawnCode): boolean {
  const before = presentStored(row, []);
  const isListedSo = archived === before.archived && isDeepStrictEqual(tags, before.tags);
  return isListedSo && content === before.content && isDeepStrictEqual(settings, before.settings);
}

/** A fault of one code; what nobody expected is logged, and told as no more than that. */
function presentFault(fault: unknown, { accountId }: Caller): Pick<ManyOutcome, "reason" | "message"> {
  if (fault instanceof ServiceError) {
    return { reason: fault.details?.[0]?.code ?? fault.code, message: fault.message };
  }
  const isUnreachable = isOutOfReach(fault);
  log[isUnreachable ? "warn" : "error"]({ err: fault, accountId }, "one code of many was not changed");
  return isUnreachable
    ? { reason: "unavailable", message: "The service can't answer right now" }
    : { reason: "internal_error", message: "That didn't work on our side" };
}

/** A new frame of which no width is told is so much of each code's own size, as in the editor: it looks the same on all. */
const usualFrameShare = 0.08;
const mostFramePixels = 100;

/**
 * Changes the look of codes: members of `settings`, merged deeply with what each has; null takes one back to its default.
 * Each is drawn and proved to scan before it is stored, and stays as it was where that fails. Throws as `changeEach`.
 *
 * @param settings anything in JSON, judged with each code.
 */
export function changeStyles(
  caller: Caller,
  ids: readonly string[],
  settings: unknown,
): Promise<ManyOutcome[]> {
  const items = ids.map((id) => ({ id }));
  return changeEach(caller, items, { changeOf: (_, row) => ({ settings: fitFrame(row, settings) }) });
}

function fitFrame(row: CodeRow, settings: unknown): unknown {
  if (!isObject(settings)) return settings;
  const { frame } = settings as Settings;
  if (!isObject(frame) || !hasFrame({ frame })) return settings;
  const isNew = frame.size === undefined && !hasFrame(row.settings);
  if (!isNew && frame.size !== null) return settings;
  const { size } = styleOf({ ...row, settings: { ...row.settings, ...sizeOf(settings) } });
  const width = Math.min(mostFramePixels, Math.floor(size / 4), Math.round(size * usualFrameShare));
  return { ...settings, frame: { ...frame, size: width } };
}

/** The size that the same change sets, if it sets one. */
function sizeOf({ size }: { size?: unknown }): Pick<Settings, "size"> {
  return typeof size === "number" ? { size } : {};
}

/**
 * A look laid over whatever a code has, as a change: what the look says nothing of goes back to its default. A code's own
 * logo stays unless the look's is asked for, which may be none; its size always stays.
 */
export function replaceLook(look: Settings, { withLogo }: { withLogo: boolean }): Settings {
  const { color, modules, eyes, frame, logo } = look;
  return {
    color: { dark: null, light: null, ...color },
    modules: { shape: null, ...modules },
    eyes: { shape: null, color: null, ...eyes },
    frame: frame ? { color: null, size: null, ...frame } : null,
    transparent: look.transparent ?? null,
    errorCorrectionLevel: look.errorCorrectionLevel ?? null,
    quietZone: look.quietZone ?? null,
    ...(withLogo && { logo: logo ? { size: null, ...logo } : null }),
  };
}

/**
 * Those of up to 500 ids that name codes of the caller's, in the order of the ids: one that was deleted meanwhile is left
 * out, as another's is. Throws `plan_required`, and `bulk_limit_exceeded` for more.
 */
export async function describeSelected(caller: Caller, ids: readonly string[]): Promise<SelectedCode[]> {
  requireMany(caller);
  requireBulkSize("ids", ids.length, maxSelected);
  return await listSelectedRows(caller, ids.filter(isId));
}

/** As many as are seen beside each other; a logo in each may have half a megabyte. */
const maxSamples = 4;

/** Some of the caller's codes whole, with the pictures of their logos, to be drawn with another look. Throws `plan_required`. */
export async function readSamples(caller: Caller, ids: readonly string[]): Promise<StoredCode[]> {
  requireMany(caller);
  requireBulkSize("ids", ids.length, maxSamples);
  const rows = await Promise.all(ids.map((id) => findRow(caller, id)));
  return rows.filter((row): row is StoredRow => row !== undefined).map((row) => presentStored(row, []));
}
