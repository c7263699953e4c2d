import type { Permission } from "@/lib/accounts/schema";
import { Block, PageHeader } from "../shell/page-header";
import { ButtonLink, TextLink } from "../ui/links";
import { CodeBlock, CodeChoice } from "./code-block";
import { goesInClear } from "./samples";

interface McpViewProps {
  url: string;
  tools: readonly ToldTool[];
  /** Without the API an agent has the one tool that needs no key. */
  hasApi: boolean;
  planName: string;
}

export function McpView({ url, tools, hasApi, planName }: McpViewProps) {
  return (
    <>
      <PageHeader
        title="MCP"
        actions={
          hasApi && (
            <ButtonLink href="/api-keys" kind="primary">
              Keys
            </ButtonLink>
          )
        }
      />
      <div className="page-x border-b border-line py-6 md:py-8">
        <p className="mb-5 max-w-[66ch] text-ink-2">
          The Model Context Protocol lets an agent create, find and change codes, and read their scans. It can
          do what its key may do, within the same plan and limits as the API.{" "}
          <TextLink href="/docs/mcp">Answers and confirmations</TextLink>
        </p>
        <div className="max-w-[40rem]">
          <CodeBlock label="Address" language="text" text={url} canCopy />
        </div>
        {!hasApi && <WithoutApi planName={planName} />}
      </div>
      {hasApi && (
        <Block
          id="clients"
          title="Set up a client"
          lead="Replace qr_live_YOUR_KEY with your key. With a sandbox key, an agent can practise without touching your own codes."
        >
          <CodeChoice name="client" label="Client" choices={writeClientSamples(url)} />
          <p className="mt-3 max-w-[66ch] text-small text-ink-3">
            Any other Streamable HTTP client takes the address above, with the key in the Authorization
            header.
          </p>
        </Block>
      )}
      <Block
        id="tools"
        title="Tools"
        lead="Each needs the permission beside it. A key gets the tools it has permissions for."
      >
        <ToolTable tools={tools} />
      </Block>
      <Block
        id="try"
        title="Try it"
        lead="Without a key there is one tool: it draws codes under the public limit."
      >
        <CodeBlock label="List the tools" language="sh" text={writeListCommand(url)} canCopy />
      </Block>
    </>
  );
}

function WithoutApi({ planName }: { planName: string }) {
  return (
    <p className="mt-5 max-w-[66ch] text-ink-2">
      {planName} works in the browser, so an agent has one tool here, <Tool name="generate_qr_code" />, which
      needs no key. The others come with the API, on Developer and Pro.{" "}
      <TextLink href="/plan">See the plans</TextLink>
    </p>
  );
}

interface ToldTool {
  name: string;
  purpose: string;
  permissions: readonly Permission[];
}

export function ToolTable({ tools }: { tools: readonly ToldTool[] }) {
  return (
    <dl className="mt-4 border-t border-line text-small">
      {tools.map(({ name, purpose, permissions }) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[11.5rem_minmax(0,1fr)_7.5rem]"
        >
          <dt className="font-medium">
            <Tool name={name} />
          </dt>
          <dd className="text-ink-2">{purpose}</dd>
          <dd className="text-ink-3">
            {permissions.length === 0
              ? "No key needed"
              : permissions.map((one) => <Tool key={one} name={one} />)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Tool({ name }: { name: string }) {
  return <code className="font-mono text-mono">{name}</code>;
}

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
