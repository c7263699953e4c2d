import type { Metadata } from "next";
import { CodeBlock } from "@/components/docs/code-block";
import { CodeChoice } from "@/components/docs/code-choice";
import { DocsPage, DocsSection } from "@/components/docs/docs-page";
import { Code, DocLink, Facts } from "@/components/docs/prose";
import { writeClientSamples, writeDrawCommand, writeListCommand } from "@/components/mcp/client-samples";
import { ToolTable } from "@/components/mcp/tool-table";
import { describeTools, mcpPath } from "@/lib/mcp";
import { env } from "@/lib/platform/env";
import { answers, care, resources, wire } from "./facts";

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
