import { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import { fieldError, mergeErrors, ServiceError, type Warning } from "@/lib/platform/errors";
import { listFieldErrors } from "@/lib/platform/field-errors";
import type { Settings } from "@/lib/qr/schema";
import type { CodeRow } from "../rows";
import { type CodeChange, codeSettingsSchema } from "../schema";
import { type DrawnLook, drawCode, judgeNewCode } from "./draft";
import { hasFrame, isObject, mergeSettings, sparse, warnOfFrame } from "./settings";

/** A code as it is to be, drawn. */
export interface ChangedCode extends DrawnLook {
  name: string;
  content: string;
  settings: Settings;
}

/** Merges a change with a code and draws it. Throws everything that it is refused for, all at once. */
export async function changeCode(caller: Caller, row: CodeRow, change: CodeChange): Promise<ChangedCode> {
  const { name, content } = { ...row, ...dropAbsent(change) };
  const faults = findImmutable(row, change);
  const merged = mergeOver(row.settings, change.settings);
  const { data, error } = settingsMember.safeParse({ settings: merged });
  if (error) {
    const details = listFieldErrors(settingsMember, { settings: merged }, error.issues, "settings");
    faults.push(
      new ServiceError("validation_failed", details[0]?.message ?? "settings is not valid", { details }),
    );
  }
  if (isNonEmpty(faults) || data === undefined) {
    const whole = { type: row.type, content, settings: merged, isDynamic: row.shortCode !== null };
    throw mergeErrors([...faults, ...judgeNewCode(whole)] as [ServiceError]);
  }
  const { settings, warnings } = keepFrame(caller, row.settings, sparse(data.settings), change.settings);
  const drawn = await drawCode({ ...row, content }, settings);
  warnings.push(...drawn.warnings);
  if (row.shortCode === null && content !== row.content) warnings.push(staticImageChanged());
  return { ...drawn, name, content, settings, warnings };
}

const settingsMember = z.object({ settings: codeSettingsSchema.nullish() });

function isNonEmpty<T>(list: T[]): list is [T, ...T[]] {
  return list.length > 0;
}

function dropAbsent({ name, content }: CodeChange): { name?: string; content?: string } {
  return { ...(name !== undefined && { name }), ...(content !== undefined && { content }) };
}

/** The settings as they would be, unchecked; null is as if absent, and what is no object is left to the schema. */
function mergeOver(settings: Settings, change: unknown): unknown {
  if (change === undefined || change === null) return settings;
  return isObject(change) ? mergeSettings(settings, change) : change;
}

function findImmutable(row: CodeRow, change: CodeChange): ServiceError[] {
  const isDynamic = row.shortCode !== null;
  const faults: ServiceError[] = [];
  if (change.type !== undefined && change.type !== row.type) faults.push(immutable("type", row.type));
  if (change.isDynamic !== undefined && change.isDynamic !== isDynamic)
    faults.push(immutable("isDynamic", isDynamic));
  return faults;
}

function immutable(field: string, present: string | boolean): ServiceError {
  const message = `${field} is ${present} and cannot be changed; create a new code to have another`;
  return fieldError("immutable_field", { field, code: "immutable_field", message });
}

/** Without the plan's frames a code keeps the one it has, if any, and one that was sent is warned of. */
function keepFrame(
  { plan }: Caller,
  before: Settings,
  settings: Settings,
  change: unknown,
): { settings: Settings; warnings: Warning[] } {
  const isSent = isObject(change) && Object.hasOwn(change, "frame");
  const warning = isSent && hasFrame(settings) ? warnOfFrame(plan) : undefined;
  if (!warning) return { settings, warnings: [] };
  const { frame: _, ...others } = settings;
  return { settings: { ...others, ...(before.frame && { frame: before.frame }) }, warnings: [warning] };
}

function staticImageChanged(): Warning {
  return {
    code: "static_image_changed",
    field: "content",
    message:
      "The code is static: what is printed doesn't change and still leads to the old content. Print the new picture, or make a dynamic code.",
  };
}
