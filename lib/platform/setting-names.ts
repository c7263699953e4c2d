import { editDistance } from "./edit-distance";
import { listSetNames } from "./env";
import { log } from "./log";
import { settingsSchema } from "./settings-schema";

const known = Object.keys(settingsSchema.shape);
const prefix = "QUIETZONE_";
/** Kubernetes sets all of these, the first among them, in every container beside a service called quietzone. */
const kubernetesHost = "QUIETZONE_SERVICE_HOST";
const ofKubernetes = /^QUIETZONE_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?)$/;
/** Other programs have settings, too: what is short must be closer, so that WORKDIR is not taken for WORKER. */
const shortestNames = [0, 5, 8];

/** So that TRUSTED_PROXY is one letter or less from TRUSTED_PROXIES. */
const singularOf = (name: string) => name.replace(/IES$/, "Y").replace(/S$/, "");

function findNearest(name: string): string | undefined {
  const near = known
    .map((other) => ({
      other,
      distance: Math.min(editDistance(name, other), editDistance(singularOf(name), singularOf(other))),
    }))
    .filter(({ distance }) => name.length >= (shortestNames[distance] ?? Number.POSITIVE_INFINITY))
    .sort((one, two) => one.distance - two.distance);
  return near[0]?.other;
}

/** A sentence for each name that looks like a setting and is none. */
export function findUnknownSettings(names: readonly string[]): { name: string; sentence: string }[] {
  const isKubernetes = names.includes(kubernetesHost);
  return names.flatMap((name) => {
    if (known.includes(name) || (isKubernetes && ofKubernetes.test(name))) return [];
    const isPrefixed = name.startsWith(prefix);
    const meant = findNearest(isPrefixed ? name.slice(prefix.length) : name);
    if (meant !== undefined) return [{ name, sentence: `${name} is not a setting; did you mean ${meant}?` }];
    const sentence = `${name} is not a setting; docs/settings.md lists the settings, none begins with ${prefix}`;
    return isPrefixed ? [{ name, sentence }] : [];
  });
}

export function warnOfUnknownSettings(): void {
  for (const { name, sentence } of findUnknownSettings(listSetNames())) log.warn({ setting: name }, sentence);
}
