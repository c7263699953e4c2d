import {
  type Tool as Described,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { Call } from "./call";
import { describeInput, describeOutput } from "./describe-tool";
import { listResources, readResource, resourceTemplates } from "./resources";
import { isOffered, runTool, type Tool, tools } from "./tools";

const instructions =
  "Quietzone makes QR codes that scan. Dynamic codes hold a short URL whose target can be changed after printing. Sizes are whole pixels. Errors name the field and what to change.";

const descriptions = new Map<string, Described>();

/** One exchange's server: it lists what the call's key may do and does it through the interface's own endpoints. */
export function createServer(call: Call): Server {
  const server = new Server(
    { name: "quietzone", title: "Quietzone", version: "1.0.0" },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: tools.filter((tool) => isOffered(tool, call)).map(describeOnce),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`);
    return runTool(tool, call, params.arguments ?? {});
  });
  server.setRequestHandler("resources/list", ({ params }) => listResources(call, params?.cursor));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(call, params.uri));
  return server;
}

function describeOnce(tool: Tool): Described {
  const known = descriptions.get(tool.name) ?? describe(tool);
  descriptions.set(tool.name, known);
  return known;
}

function describe({ name, title, purpose, contract, annotations, also, hasOwnAnswer }: Tool): Described {
  return {
    name,
    title,
    description: `${purpose} ${contract.description}`,
    inputSchema: describeInput(contract, also) as Described["inputSchema"],
    ...(!hasOwnAnswer && { outputSchema: describeOutput(contract) as Described["inputSchema"] }),
    annotations: { title, ...annotations },
  };
}
