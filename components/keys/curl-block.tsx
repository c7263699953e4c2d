import type { Permission } from "@/lib/accounts/schema";
import { CopyButton } from "../docs/copy-button";

/** Lines are short, so that they seldom wrap where they are shown. */
const authorization = 'curl -H "Authorization: Bearer ';

const program = "curl";

interface CurlBlockProps {
  label: string;
  command: Command;
  canCopy?: boolean;
}

/** A command for a shell. A long key's end is only hidden from sight: selecting and copying give it whole. */
export function CurlBlock({ label, command, canCopy = true }: CurlBlockProps) {
  const [before, apiKey, after] = command;
  const quote = before.indexOf('"');
  return (
    <figure className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <figcaption className="text-small font-medium">{label}</figcaption>
        {canCopy && <CopyButton text={command.join("")} label={label} />}
      </div>
      <pre className="mt-1 rounded-control border border-line bg-canvas px-3 py-2.5 font-mono text-mono whitespace-pre-wrap in-[.bench]:bg-surface [overflow-wrap:anywhere]">
        <code>
          <span className="text-accent">{before.slice(0, program.length)}</span>
          {before.slice(program.length, quote)}
          <span className="text-ok">
            {before.slice(quote)}
            <span className="inline-block max-w-[16ch] truncate align-bottom">{apiKey}</span>
            {after.slice(0, 1)}
          </span>
          {after.slice(1)}
        </code>
      </pre>
    </figure>
  );
}

export type Command = readonly [before: string, apiKey: string, after: string];

/** A call this key may make, for any POSIX shell: list codes, or without that permission list keys. */
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
