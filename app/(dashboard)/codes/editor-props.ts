import { readRoom } from "@/components/editor/save-notes";
import { describeUsage } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { listUsableHosts, nameHost } from "@/lib/domains";
import { type Entitlements, entitlements, namePlanWith } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { listPresets } from "@/lib/presets";
import { listTags } from "./[id]/actions";
import {
  changePresetName,
  changeUtmPresetName,
  makePreset,
  makeUtmPreset,
  readPreset,
  readUtmPresets,
  removePreset,
  removeUtmPreset,
  saveCode,
  saveNewCode,
} from "./editor-actions";

const actions = {
  create: saveNewCode,
  change: saveCode,
  presets: { create: makePreset, read: readPreset, rename: changePresetName, remove: removePreset },
  utmPresets: {
    list: readUtmPresets,
    create: makeUtmPreset,
    rename: changeUtmPresetName,
    remove: removeUtmPreset,
  },
  listTags,
};

export async function readEditorProps(caller: Caller) {
  const [usage, presets, hosts] = await Promise.all([
    describeUsage(caller),
    listPresets(caller),
    listUsableHosts(caller),
  ]);
  return {
    room: readRoom(usage),
    presets,
    origin: env.baseUrl,
    hosts: hosts.map(({ host, isDefault }) => ({ host, name: nameHost(host), isDefault })),
    plan: caller.plan,
    isLocal: !env.isBaseUrlSet,
    framePlan: findPlanWith(caller, ({ frames }) => frames),
    slugPlan: findPlanWith(caller, ({ slugs }) => slugs),
    actions,
  };
}

/** The plan that holds something; undefined where the caller's own does. */
function findPlanWith({ plan }: Caller, holds: (held: Entitlements) => boolean): string | undefined {
  return holds(entitlements[plan]) ? undefined : namePlanWith(holds);
}
