import type { Command } from "../keys/write-curl";

/** The command that makes a first sandbox code, a dynamic one, so that it can be scanned; the key is still to be filled in. */
export function writeSandboxCommand(baseUrl: string): Command {
  const code = { name: "First try", type: "url", content: "https://example.com/menu", isDynamic: true };
  const body = JSON.stringify(code, undefined, 2).replaceAll("\n", "\n  ");
  return [
    'curl -H "Authorization: Bearer ',
    "qr_test_YOUR_KEY",
    `" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}' \\\n  ${baseUrl}/api/v1/qr-codes`,
  ];
}
