import { env, listSetNames, SettingsError } from "@/lib/platform/env";
import { findUnknownSettings } from "@/lib/platform/setting-names";
import { type Finding, findingsOf } from "./finding";

const { ok, warning, failed } = findingsOf("settings");

/** The settings as a start would read them; `areUsable` is false where it would end. */
export function checkSettings(): { areUsable: boolean; findings: Finding[] } {
  const unknown = findUnknownSettings(listSetNames()).map(({ sentence }) => warning(sentence));
  try {
    void env.port;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { areUsable: false, findings: [...error.faults.map(failed), ...unknown] };
  }
  return { areUsable: true, findings: unknown.length > 0 ? unknown : [ok("Every setting can be used.")] };
}
