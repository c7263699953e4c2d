import { readRoom } from "@/components/editor/save-notes";
import { describeUsage } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { entitlements, namePlanWith } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { listPresets } from "@/lib/presets";
import {
  changePresetName,
  makePreset,
  readPreset,
  removePreset,
  saveCode,
  saveNewCode,
} from "./editor-actions";

const actions = {
  create: saveNewCode,
  change: saveCode,
  presets: { create: makePreset, read: readPreset, rename: changePresetName, remove: removePreset },
};

export async function readEditorProps(caller: Caller) {
  const [usage, presets] = await Promise.all([describeUsage(caller), listPresets(caller)]);
  return {
    room: readRoom(usage),
    presets,
    origin: env.baseUrl,
    isLocal: !env.isBaseUrlSet,
    framePlan: findFramePlan(caller),
    actions,
  };
}

/** The plan that has frames; undefined where the caller's own has. */
function findFramePlan({ plan }: Caller): string | undefined {
  if (entitlements[plan].frames) return undefined;
  return namePlanWith(({ frames }) => frames);
}
