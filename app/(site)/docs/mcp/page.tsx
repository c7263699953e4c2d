import type { Metadata } from "next";
import { CodeBlock, CodeChoice } from "@/components/docs/code-block";
import { DocsPage, DocsSection } from "@/components/docs/docs-page";
import { Code, DocLink, Facts } from "@/components/docs/prose";
import { writeClientSamples, writeDrawCommand, writeListCommand } from "@/components/mcp/client-samples";
import { ToolTable } from "@/components/mcp/mcp-view";
import { describeTools, mcpPath } from "@/lib/mcp";
import { env } from "@/lib/platform/env";

const answers: readonly Fact[] = [
  [
    "A picture",
    "Image content, `image/png`. An answer carries ten at most; a text says so where there were more.",
  ],
  [
    "Everything else",
    "`structuredContent`, as the tool's `outputSchema` describes it, and the same as text: id, `shortUrl`, `warnings`, all settings used.",
  ],
  [
    "A refusal",
    "A result with `isError`: code and sentence, then each fault by its field with what to change. Nothing was stored.",
  ],
  [
    "Above a limit",
    "`rate_limited`, with the seconds to wait. A tool counts as the one call of the API that it makes; to list tools counts for nothing.",
  ],
];

const care: readonly Fact[] = [
  [
    "A deletion",
    "Takes two calls of `delete_qr_code`. The first deletes nothing: it tells what would be lost and gives a `confirmToken`. The second, with the token, deletes. It is good for ten minutes, for that code and that key.",
  ],
  [
    "The same call twice",
    "`create_qr_code` and `bulk_create_qr_codes` take an `idempotencyKey`: sent again with the same arguments they answer as before and make nothing.",
  ],
  [
    "What a key may not do",
    "Is not listed as a tool, and refused where it is called. An agent that shall only read gets a key with `qr:read` and `analytics:read`.",
  ],
  [
    "Practice",
    "A sandbox key sees and makes codes of the sandbox alone. They don't count in the plan; the sandbox has room for 100.",
  ],
];

const resources: readonly Fact[] = [
  ["`quietzone://codes/{id}`", "A stored code: name, content, short URL, settings, scans in short."],
  ["`quietzone://codes/{id}/analytics`", "Its scans of the last 30 days by day, place and device."],
];

const wire: readonly Fact[] = [
  [
    "Transport",
    "Streamable HTTP: POST alone, one JSON-RPC message each. There are no sessions, streams or batches.",
  ],
  ["Revisions", "2026-07-28 and those of 2025."],
  ["Key", "`Authorization: Bearer`. A wrong one is 401 with `WWW-Authenticate: Bearer`, before any tool."],
  ["Size", "1 MiB a message, with a key as much as a bulk create takes."],
  ["Time", "60 seconds an answer, at most."],
];

export const metadata: Metadata = { title: "Agents" };

const contents = [
  { href: "#try", name: "Without a key" },
  { href: "#clients", name: "Set up a client" },
  { href: "#tools", name: "Tools" },
  { href: "#answers", name: "What comes back" },
  { href: "#care", name: "What can't happen by accident" },
  { href: "#resources", name: "Resources" },
  { href: "#wire", name: "For who writes a client" },
];

export default function McpDocsPage() {
  const url = `${env.baseUrl}${mcpPath}`;
  return (
    <DocsPage
      path="/docs/mcp"
      title="Agents"
      lead="The Model Context Protocol lets an agent make, find and change codes, and read their scans, within the same plan, permissions and limits as the API."
      contents={[{ links: contents }]}
    >
      <DocsSection id="try" title="Without a key">
        <p>One tool is there for everybody: it draws codes, under the public limit. What is offered:</p>
        <CodeBlock label="Shell" language="sh" text={writeListCommand(url)} canCopy />
        <p>A code, as an agent asks for it:</p>
        <CodeBlock label="Shell" language="sh" text={writeDrawCommand(url)} canCopy />
      </DocsSection>
      <DocsSection id="clients" title="Set up a client">
        <p>
          Put a key in the place of <Code>qr_live_YOUR_KEY</Code>.{" "}
          <DocLink href="/api-keys">Make a key</DocLink>
        </p>
        <CodeChoice name="client" label="Client" choices={writeClientSamples(url)} />
        <p>
          Any other client that speaks Streamable HTTP takes the address <Code>{url}</Code>, and the key in
          the header <Code>Authorization</Code>.
        </p>
      </DocsSection>
      <DocsSection id="tools" title="Tools">
        <p>Each asks for the permission beside it. A key is offered those that it holds.</p>
        <ToolTable tools={describeTools()} />
        <p>
          Arguments are those of the endpoint that a tool calls:{" "}
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
      <DocsSection id="resources" title="Resources">
        <p>Listed are the codes of the key's account and environment, fifty at a time.</p>
        <Facts facts={resources} />
      </DocsSection>
      <DocsSection id="wire" title="For who writes a client">
        <Facts facts={wire} />
      </DocsSection>
    </DocsPage>
  );
}

type Fact = readonly [name: string, fact: string];
