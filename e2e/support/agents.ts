import { afterAll, inject } from "vitest";
import {
  Client as CurrentClient,
  OlderClient,
  OlderTransport,
  StreamableHTTPClientTransport,
} from "../../tools/mcp-clients";

interface Result {
  isError?: boolean;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  structuredContent?: Record<string, unknown>;
}

interface ListedTool {
  name: string;
  inputSchema: { examples: Record<string, unknown>[] };
  annotations: { readOnlyHint?: boolean; destructiveHint?: boolean };
}

/** What both clients do alike. */
export interface Agent {
  listTools(): Promise<{ tools: ListedTool[] }>;
  listPrompts(): Promise<{ prompts: { name: string; arguments?: { name: string }[] }[] }>;
  getPrompt(asked: { name: string; arguments?: Record<string, string> }): Promise<{
    messages: { role: string; content: { text?: string } }[];
  }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
  readResource(asked: { uri: string }): Promise<{ contents: { uri: string; text?: string }[] }>;
  close(): Promise<void>;
}

const open: Agent[] = [];
afterAll(() => Promise.all(open.splice(0).map((agent) => agent.close())));

export const mcpUrl = () => new URL("/api/mcp", inject("baseUrl"));
const initOf = (apiKey?: string) =>
  apiKey === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${apiKey}` } } };

export async function connectCurrent(apiKey?: string): Promise<Agent> {
  const client = new CurrentClient({ name: "tests", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(), initOf(apiKey)));
  open.push(client as unknown as Agent);
  return client as unknown as Agent;
}

async function connectOlder(apiKey?: string): Promise<Agent> {
  const client = new OlderClient({ name: "tests", version: "1" });
  await client.connect(new OlderTransport(mcpUrl(), initOf(apiKey)) as never);
  open.push(client as unknown as Agent);
  return client as unknown as Agent;
}

export const callTool = async (agent: Agent, name: string, args: Record<string, unknown> = {}) =>
  (await agent.callTool({ name, arguments: args })) as Result;
export const textOf = ({ content }: Result) => content.map(({ text = "" }) => text).join("\n");

/** Both clients of the protocol, by what a test is called with. */
export const clients = [
  ["the current client", connectCurrent],
  ["an older client", connectOlder],
] as const;
