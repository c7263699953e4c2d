import { isGeneratedCode, isShortPath } from "@/lib/platform/short-path";

/** Why a slug can't be sent and what to change; undefined: nothing that can be seen here. */
export function describeSlugFault(slug: string, isOnDomain = false): string | undefined {
  if (!isShortPath(slug, isOnDomain))
    return `Use ${isOnDomain ? 1 : 4} to 60 letters, digits, hyphens and underscores.`;
  if (isOnDomain || !isGeneratedCode(slug)) return undefined;
  return "8 letters and digits look like a generated link. Add one, or a hyphen.";
}
