import type { Permission } from "@/lib/accounts/schema";

/** Lines are short, so that they seldom wrap where they are shown. */
const authorization = 'curl -H "Authorization: Bearer ';

/** A command in three parts, of which the middle one is the key. */
export type Command = readonly [before: string, apiKey: string, after: string];

/**
 * A call that this key may make, as one command that works as it stands in any POSIX shell: the account's codes, or
 * for a key that may not read them the list of keys, which any key may read.
 */
export function writeListCommand(
  baseUrl: string,
  apiKey: string,
  permissions: readonly Permission[],
): Command {
  const readsCodes = permissions.some((permission) => permission.startsWith("qr:"));
  const path = readsCodes ? "/api/v1/qr-codes" : "/api/v1/api-keys";
  return [authorization, apiKey, `" \\\n  ${baseUrl}${path}`];
}

/** The command that makes a code; for a key that holds `qr:write`. */
export function writeCreateCommand(baseUrl: string, apiKey: string): Command {
  const body = JSON.stringify(
    { name: "Menu", type: "url", content: "https://example.com/menu" },
    undefined,
    2,
  );
  const rest = [`-H "Content-Type: application/json"`, `-d '${body.replaceAll("\n", "\n  ")}'`];
  return [authorization, apiKey, `" \\\n  ${rest.join(" \\\n  ")} \\\n  ${baseUrl}/api/v1/qr-codes`];
}
