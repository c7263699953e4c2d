import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "./create";
import { getRow } from "./read";
import type { DrawnCode, NewCode } from "./schema";

const longestName = 200;

/**
 * A new code with the content, the look, the tags, the public image and, where it is dynamic, the bounds of one that is there; switched on, since it is
 * made to be used. Throws `not_found` and what `createCode` throws.
 *
 * @param changes what is to be different: its name, which is else the one's with ", copy", or whether it is dynamic.
 */
export async function copyCode(
  caller: Caller,
  id: string,
  changes: Partial<Pick<NewCode, "name" | "isDynamic">> = {},
): Promise<DrawnCode> {
  const { name, type, content, settings, rules, shortCode, tags, isImagePublic } = await getRow(caller, id);
  const isDynamic = changes.isDynamic ?? shortCode !== null;
  const { isActive: _, ...bounds } = rules ?? {};
  return createCode(caller, {
    name: changes.name ?? nameCopy(name),
    type,
    content,
    settings: isDynamic ? { ...settings, ...bounds } : settings,
    isDynamic,
    tags,
    publicImage: isImagePublic,
  });
}

function nameCopy(name: string): string {
  const ending = ", copy";
  return `${[...name]
    .slice(0, longestName - ending.length)
    .join("")
    .trimEnd()}${ending}`;
}
