import type { Metadata } from "next";
import { CodeBlock, CodeChoice } from "@/components/docs/code-block";
import { Code, DocLink, DocsPage, DocsSection, Facts } from "@/components/docs/docs-page";
import {
  ToolTable,
  writeClientSamples,
  writeDrawCommand,
  writeListCommand,
} from "@/components/docs/mcp-view";
import { describeTools, mcpPath } from "@/lib/mcp";
import { env } from "@/lib/platform/env";

const answers: readonly Fact[] = [
  [
    "A picture",
    "Image content, `image/png`. At most ten per response; a text says when there were more. `get_qr_code_image` also draws SVG, as text.",
  ],
  [
    "Everything else",
    "`structuredContent`, as the tool's `outputSchema` describes it, and the same as text: id, `shortUrl`, `warnings`, all settings used.",
  ],
  [
    "A refusal",
    "A result with `isError`: code and message, then each problem with its field and what to change. Nothing was stored.",
  ],
  [
    "Above a limit",
    "`rate_limited`, with the seconds to wait. A tool call counts as one API call; listing tools doesn't count.",
  ],
];

const care: readonly Fact[] = [
  [
    "A deletion",
    "Takes two calls of `delete_qr_code`. The first deletes nothing: it says what would be lost and returns a `confirmToken`. The second, with the token, deletes. The token is valid for ten minutes, for that code and that key.",
  ],
  [
    "The same call twice",
    "`create_qr_code` and `bulk_create_qr_codes` take an `idempotencyKey`: sent again with the same arguments, they answer as before and create nothing.",
  ],
  [
    "Annotations",
    "Every tool says whether it only reads (`readOnlyHint`) or overwrites or deletes something (`destructiveHint`), so a client can ask first.",
  ],
  [
    "Missing permissions",
    "Their tools are not listed, and calls are refused. For a read-only agent, use a key with `qr:read` and `analytics:read`.",
  ],
  [
    "Practice",
    "A sandbox key sees and creates sandbox codes only. They don't count towards your plan; the sandbox has room for 100.",
  ],
];

const resources: readonly Fact[] = [
  ["`quietzone://codes/{id}`", "A stored code: name, content, short URL, settings, scan summary."],
  ["`quietzone://codes/{id}/analytics`", "Its scans of the last 30 days by day, place and device."],
];

const prompts: readonly Fact[] = [
  [
    "`weekly-report`",
    "Scans of the last seven days beside the seven before. Argument: `timezone`, UTC if left out.",
  ],
  [
    "`prepare-print-run`",
    "Checks every active code, or those of a `tag`, and draws the ones that are ready as SVG.",
  ],
  ["`find-weak-codes`", "Codes that are hard to scan, lead nowhere or are not scanned, and a fix for each."],
];

const wire: readonly Fact[] = [
  ["Transport", "Streamable HTTP: POST only, one JSON-RPC message each. No sessions, streams or batches."],
  ["Revisions", "2026-07-28 and those of 2025."],
  ["Key", "`Authorization: Bearer`. A wrong one is 401 with `WWW-Authenticate: Bearer`, before any tool."],
  ["Size", "1 MiB per message; with a key, as much as a bulk create accepts."],
  ["Time", "At most 60 seconds per response."],
];

export const metadata: Metadata = { title: "Agents" };

const contents = [
  { href: "#try", name: "Without a key" },
  { href: "#clients", name: "Set up a client" },
  { href: "#tools", name: "Tools" },
  { href: "#answers", name: "What comes back" },
  { href: "#care", name: "What can't happen by accident" },
  { href: "#prompts", name: "Prompts" },
  { href: "#resources", name: "Resources" },
  { href: "#wire", name: "For client authors" },
];

export default function McpDocsPage() {
  const url = `${env.baseUrl}${mcpPath}`;
  return (
    <DocsPage
      path="/docs/mcp"
      title="Agents"
      lead="The Model Context Protocol lets an agent create, find and change codes, and read their scans, within the same plan, permissions and limits as the API."
      contents={[{ links: contents }]}
    >
      <DocsSection id="try" title="Without a key">
        <p>One tool is open to everyone: it draws codes, within the public limit. List the tools:</p>
        <CodeBlock label="Shell" language="sh" text={writeListCommand(url)} canCopy />
        <p>Draw a code, as an agent would:</p>
        <CodeBlock label="Shell" language="sh" text={writeDrawCommand(url)} canCopy />
      </DocsSection>
      <DocsSection id="clients" title="Set up a client">
        <p>
          Put your key in place of <Code>qr_live_YOUR_KEY</Code>.{" "}
          <DocLink href="/api-keys">Create a key</DocLink>
        </p>
        <CodeChoice name="client" label="Client" choices={writeClientSamples(url)} />
        <p>
          Any other client that speaks Streamable HTTP needs the address <Code>{url}</Code> and the key in the
          header <Code>Authorization</Code>.
        </p>
      </DocsSection>
      <DocsSection id="tools" title="Tools">
        <p>Each needs the permission shown beside it. A key sees only the tools it has permission for.</p>
        <ToolTable tools={describeTools()} />
        <p>
          A tool takes the arguments of the endpoint that it calls, and <Code>content</Code> may be an object
          instead of its JSON text. Its schema holds an example.{" "}
          <DocLink href="/docs/api">API reference</DocLink>
        </p>
      </DocsSection>
      <DocsSection id="answers" title="What comes back">
        <Facts facts={answers} />
        <p>
          <DocLink href="/docs/errors">Every error code, and what to do about it</DocLink>
        </p>
      </DocsSection>
      <DocsSection id="care" title="What can't happen by accident">
        <Facts facts={care} />
      </DocsSection>
      <DocsSection id="prompts" title="Prompts">
        <p>Ready-made tasks that a client offers by name. A key sees those whose tools it may call.</p>
        <Facts facts={prompts} />
      </DocsSection>
      <DocsSection id="resources" title="Resources">
        <p>The codes of the key's account and environment, fifty at a time.</p>
        <Facts facts={resources} />
      </DocsSection>
      <DocsSection id="wire" title="For client authors">
        <Facts facts={wire} />
      </DocsSection>
    </DocsPage>
  );
}

type Fact = readonly [name: string, fact: string];
