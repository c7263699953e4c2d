import { goesInClear } from "../docs/samples";

type Language = "sh" | "json";

interface ClientSample {
  name: string;
  note: string;
  block: { label: string; language: Language; text: string; canCopy: true };
}

const keyPlaceholder = "qr_live_YOUR_KEY";

/** What common clients are told, each in its own form; the key is the reader's to put in. */
export function writeClientSamples(url: string): ClientSample[] {
  const bearer = `Bearer ${keyPlaceholder}`;
  return [
    {
      name: "Claude Code",
      note: "Run it in a terminal, in the project where you want it; use `--scope user` for all projects.",
      block: shell(
        "A command",
        `claude mcp add --transport http quietzone ${url} --header "Authorization: ${bearer}"`,
      ),
    },
    {
      name: "Claude Desktop",
      note: "In `claude_desktop_config.json` (Settings, Developer, Edit config). It connects through `mcp-remote`, which needs Node.",
      block: json("claude_desktop_config.json", {
        mcpServers: {
          quietzone: {
            command: "npx",
            // Without a space after the colon: some systems split arguments at spaces.
            args: [
              "-y",
              "mcp-remote",
              url,
              // It refuses http to other machines unless it is told that this is meant.
              ...(goesInClear(url) ? ["--allow-http"] : []),
              "--header",
              `Authorization:\${QUIETZONE_AUTH}`,
            ],
            env: { QUIETZONE_AUTH: bearer },
          },
        },
      }),
    },
    {
      name: "Cursor",
      note: "In `.cursor/mcp.json` of a project, or in `~/.cursor/mcp.json` for all.",
      block: json(".cursor/mcp.json", {
        mcpServers: { quietzone: { url, headers: { Authorization: bearer } } },
      }),
    },
    {
      name: "VS Code",
      note: "In `.vscode/mcp.json`. It asks for the key once and keeps it out of the file.",
      block: json(".vscode/mcp.json", {
        servers: {
          quietzone: { type: "http", url, headers: { Authorization: `Bearer \${input:quietzone-key}` } },
        },
        inputs: [
          { type: "promptString", id: "quietzone-key", description: "Quietzone API key", password: true },
        ],
      }),
    },
  ];
}

/** Asks a service what it offers without a key. */
export const writeListCommand = (url: string): string => writeCommand(url, { method: "tools/list" });

export function writeDrawCommand(url: string): string {
  const call = { name: "generate_qr_code", arguments: { type: "url", content: "https://example.com/menu" } };
  return writeCommand(url, { method: "tools/call", params: call });
}

function writeCommand(url: string, message: object): string {
  return `curl -s ${url} \\
  -H 'content-type: application/json' \\
  -H 'accept: application/json, text/event-stream' \\
  -d '${JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })}'`;
}

function shell(label: string, text: string): ClientSample["block"] {
  return { label, language: "sh", text, canCopy: true };
}

function json(label: string, value: object): ClientSample["block"] {
  return { label, language: "json", text: JSON.stringify(value, null, 2), canCopy: true };
}
