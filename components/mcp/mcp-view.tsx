import type { Permission } from "@/lib/accounts/schema";
import { CodeBlock, CodeChoice } from "../docs/code-block";
import { Block, PageHeader } from "../shell/page-header";
import { ButtonLink, TextLink } from "../ui/links";
import { writeClientSamples, writeListCommand } from "./client-samples";

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

export interface ToldTool {
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
