import type { Permission } from "@/lib/accounts/schema";

/**
 * A call that this key may make, as one command that works as it stands in any POSIX shell: the account's codes, or
 * for a key that may not read them the list of keys, which any key may read.
 */
export function writeCurl(baseUrl: string, apiKey: string, permissions: readonly Permission[]): string {
  const readsCodes = permissions.some((permission) => permission.startsWith("qr:"));
  const path = readsCodes ? "/api/v1/qr-codes" : "/api/v1/api-keys";
  return `curl ${baseUrl}${path} \\\n  -H "Authorization: Bearer ${apiKey}"`;
}
