import { type Tool as Described, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { log } from "@/lib/platform/log";
import type { Call } from "./call";
import { describeInput, describeOutput } from "./describe-tool";
import { StrictServer } from "./protocol/strict-server";
import { listResources, readResource, resourceTemplates } from "./resources";
import { isOffered, runTool, type Tool, tools } from "./tools";

const instructions =
  "Quietzone makes QR codes that scan. Dynamic codes hold a short URL whose target can be changed after printing. Sizes are whole pixels. Errors name the field and what to change.";

const descriptions = new Map<string, Described>();

/** One exchange's server: it lists what the call's key may do and does it through the interface's own endpoints. */
export function createServer(call: Call): StrictServer {
  const server = new StrictServer(
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
    return guard(call, () => runTool(tool, call, params.arguments ?? {}));
  });
  server.setRequestHandler("resources/list", ({ params }) =>
    guard(call, () => listResources(call, params?.cursor)),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", ({ params }) =>
    guard(call, () => readResource(call, params.uri)),
  );
  return server;
}

/** What nobody foresaw is logged and told in no words of its own; the protocol's faults go on. */
async function guard<T>({ request: { requestId } }: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof ProtocolError) throw err;
    log.error({ err, requestId }, "a tool failed");
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      `That didn't work on our side. Request ${requestId}`,
    );
  }
}

function describeOnce(tool: Tool): Described {
  const known = descriptions.get(tool.name) ?? describe(tool);
  descriptions.set(tool.name, known);
  return known;
}

function describe({ name, title, purpose, contract, annotations, also, ownAnswer }: Tool): Described {
  return {
    name,
    title,
    description: `${purpose} ${contract.description}`,
    inputSchema: describeInput(contract, also) as Described["inputSchema"],
    outputSchema: (ownAnswer ?? describeOutput(contract)) as Described["inputSchema"],
    annotations: { title, ...annotations },
  };
}
