import { z } from "zod";
import { ruleFaultWords } from "@/components/codes/detail/rules";
import { sayDetail } from "@/components/ui/form/faults";
import type { Caller } from "@/lib/accounts/schema";
import { replaceLook } from "@/lib/codes/many";
import type { TimeRules } from "@/lib/codes/schema";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/require-valid";
import { getPreset } from "@/lib/presets";
import { readRule } from "./[id]/read-rule";

const styleOrder = z.object({
  presetId: z.string().max(60).nullable(),
  withLogo: z.boolean(),
  /** Judged with each code, as what its owner would send of one. */
  settings: z.record(z.string(), z.unknown()),
});

/** The id of the plain look, which is no preset of the account. */
const plain = "plain";

/** A change of looks as the domain takes it: a preset as it is kept, and what was chosen laid over it. Throws `not_found`. */
export async function readStyleOrder(caller: Caller, order: unknown): Promise<Record<string, unknown>> {
  const { presetId, withLogo, settings } = requireValid(styleOrder, order, "order");
  if (presetId === null) return settings;
  const look = presetId === plain ? {} : (await getPreset(caller, presetId)).settings;
  const base: Record<string, unknown> = replaceLook(look, { withLogo });
  const members = Object.entries(settings).map(([name, value]) => [name, lay(base[name], value)]);
  return { ...base, ...Object.fromEntries(members) };
}

function lay(under: unknown, over: unknown): unknown {
  return isMembers(under) && isMembers(over) ? { ...under, ...over } : over;
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const timesOrder = z.object({
  isActive: z.boolean().optional(),
  startsAt: z.string().max(60).nullish(),
  expiresAt: z.string().max(60).nullish(),
});

/** Times of the page's clocks as instants. Throws `validation_failed`, in the words of the page. */
export async function readTimesOrder(order: unknown, zone: unknown): Promise<TimeRules> {
  const { isActive, ...times } = requireValid(timesOrder, order, "order");
  const read = (name: "startsAt" | "expiresAt") =>
    readTime(name, times[name], typeof zone === "string" ? zone : "");
  const [startsAt, expiresAt] = [await read("startsAt"), await read("expiresAt")];
  return {
    ...(isActive !== undefined && { isActive: isActive ? null : false }),
    ...(startsAt !== undefined && { startsAt }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

async function readTime(name: "startsAt" | "expiresAt", text: string | null | undefined, zone: string) {
  if (text === null || text === undefined) return text;
  try {
    return String(await readRule(name, text, zone));
  } catch (fault) {
    const detail = fault instanceof ServiceError ? fault.details?.[0] : undefined;
    if (detail === undefined) throw fault;
    throw new ServiceError("validation_failed", sayDetail(detail, ruleFaultWords, text));
  }
}
