import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/accounts/schema";
import { isObject } from "@/lib/platform/json-text";
import type { Settings } from "@/lib/qr/schema";
import { requireBulkSize } from "./bulk";
import { changeEach, requireMany } from "./bulk-update";
import { changedSince, isVersion } from "./bulk-update-targets";
import { keepEarlierStyle } from "./queries";
import { listEarlierStyles } from "./queries.read";
import { findRow } from "./read";
import { type CodeRow, presentStored, type StoredRow, styleOf } from "./rows";
import { ruleNames } from "./rules-schema";
import type { ManyOutcome, StoredCode, StyleMove } from "./schema";
import { hasFrame } from "./validate";

export { deleteEarlierStyles } from "./queries";

/** A new frame of which no width is told is so much of each code's own size, as in the editor: it looks the same on all. */
const usualFrameShare = 0.08;
const mostFramePixels = 100;

/**
 * Changes the look of codes: members of `settings`, merged deeply with what each has; null takes one back to its default.
 * Each is drawn and proved to scan before it is stored, and stays as it was where that fails. What each had is kept for
 * `undoStyles`. Throws as `changeEach`.
 *
 * @param settings anything in JSON, judged with each code.
 */
export function changeStyles(
  caller: Caller,
  ids: readonly string[],
  settings: unknown,
): Promise<ManyOutcome[]> {
  const items = ids.map((id) => ({ id }));
  const look = omitRules(settings);
  return changeEach(caller, items, {
    changeOf: (_, row) => ({ settings: fitFrame(row, look) }),
    async keep(tx, before, { id, updatedAt }) {
      if (updatedAt !== before.updatedAt.toISOString())
        await keepEarlierStyle(tx, id, updatedAt, before.settings);
    },
  });
}

/**
 * Takes changes of looks back within ten minutes, each where nothing of the code was changed since: its version is the one
 * that the change answered. Throws as `changeEach`.
 */
export async function undoStyles(caller: Caller, moves: readonly StyleMove[]): Promise<ManyOutcome[]> {
  requireMany(caller);
  const rows = await listEarlierStyles(caller, moves);
  const earlier = new Map(rows.map(({ codeId, settings }) => [codeId, settings]));
  return changeEach(caller, moves, {
    changeOf({ id, version }, row) {
      const before = earlier.get(id);
      if (before !== undefined && isDeepStrictEqual(row.settings, before)) return {};
      if (before !== undefined && isVersion(row, version))
        return { settings: changeTo(before, row.settings) };
      throw changedSince("settings", "The code was changed since, or it is too late, so it stays as it is");
    },
  });
}

/** The change that makes one look of another: what only the present one has goes, member by member. */
function changeTo(wanted: Settings, present: Settings): Record<string, unknown> {
  const none = Object.fromEntries(Object.keys(present).map((name) => [name, null]));
  const members = Object.entries(wanted).map(([name, value]) => {
    const known = (present as Record<string, unknown>)[name];
    const isPart = isObject(value) && isObject(known);
    return [
      name,
      isPart ? { ...Object.fromEntries(Object.keys(known).map((part) => [part, null])), ...value } : value,
    ];
  });
  return { ...none, ...Object.fromEntries(members) };
}

/** A look says nothing of what bounds a short URL, or of where it leads. */
function omitRules(settings: unknown): unknown {
  if (!isObject(settings)) return settings;
  const names: ReadonlySet<string> = new Set(ruleNames);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)));
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

/** As many as are seen beside each other; a logo in each may have half a megabyte. */
const maxSamples = 4;

/** Some of the caller's codes whole, with the pictures of their logos, to be drawn with another look. Throws `plan_required`. */
export async function readSamples(caller: Caller, ids: readonly string[]): Promise<StoredCode[]> {
  requireMany(caller);
  requireBulkSize("ids", ids.length, maxSamples);
  const rows = await Promise.all(ids.map((id) => findRow(caller, id)));
  return rows.filter((row): row is StoredRow => row !== undefined).map((row) => presentStored(row, []));
}
