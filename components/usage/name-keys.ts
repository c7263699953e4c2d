import type { ApiKeyResource } from "@/lib/api-keys/schema";
import type { KeyUse } from "@/lib/api-uses/schema";

type NamedKey = Pick<ApiKeyResource, "id" | "name">;

/** What a key is called; the end of its id tells deleted ones apart. */
export function nameKey(keys: readonly NamedKey[], keyId: string): string {
  return keys.find(({ id }) => id === keyId)?.name ?? `Deleted key …${keyId.slice(-4)}`;
}

/** Whether a key is the account's, or was when it was used. */
export function isKnownKey(keys: readonly NamedKey[], uses: readonly KeyUse[], keyId: string): boolean {
  return keys.some(({ id }) => id === keyId) || uses.some((use) => use.keyId === keyId);
}
