import {
  type Tool as Described,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { getAnalytics, getQrCode, listQrCodes } from "@/lib/http/api";
import { log } from "@/lib/platform/log";
import { type Answer, type Call, callEndpoint } from "./call";
import { describeInput, describeOutput } from "./describe-tool";
import { presentResult } from "./present-result";
import { getPrompt, listPrompts, refuse } from "./prompts";
import { isOffered, runTool, type Tool, tools } from "./tools";

const address = /^quietzone:\/\/codes\/([0-9a-f-]{36})(\/analytics)?$/;

/** What can be read by its address, beside the list of codes. */
const resourceTemplates = [
  {
    uriTemplate: "quietzone://codes/{id}",
    name: "code",
    title: "A stored code",
    description: "Name, content, short URL, settings and scans in short.",
    mimeType: "application/json",
  },
  {
    uriTemplate: "quietzone://codes/{id}/analytics",
    name: "code-analytics",
    title: "Analytics of a code",
    description: "Scans of the last 30 days by day, place and device.",
    mimeType: "application/json",
  },
];

const pageSize = 50;

/** The library's server, but parameters that don't fit a method are the caller's fault (-32602), not ours (-32603). */
class StrictServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (thrown) {
        const faults = readFaults(thrown);
        if (faults === null) throw thrown;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params for ${method}: ${faults}`);
      }
    };
  }
}

const instructions =
  "Quietzone makes QR codes that scan. Dynamic codes hold a short URL whose target can be changed after printing. Sizes are whole pixels. Errors name the field and what to change.";

const descriptions = new Map<string, Described>();

/** One exchange's server: it lists what the call's key may do and does it through the interface's own endpoints. */
export function createServer(call: Call): StrictServer {
  const server = new StrictServer(
    { name: "quietzone", title: "Quietzone", version: "1.0.0" },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: tools.filter((tool) => isOffered(tool, call)).map(describeOnce),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw refuse("not_found", `There is no tool ${params.name}`, "Call tools/list.");
    return guard(call, () => runTool(tool, call, params.arguments ?? {}));
  });
  server.setRequestHandler("resources/list", ({ params }) =>
    guard(call, () => listResources(call, params?.cursor)),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", ({ params }) =>
    guard(call, () => readResource(call, params.uri)),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts(call) }));
  server.setRequestHandler("prompts/get", ({ params }) =>
    guard(call, () => getPrompt(call, params.name, params.arguments)),
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
      `Something went wrong on our side. Request ${requestId}`,
    );
  }
}

function describeOnce(tool: Tool): Described {
  const known = descriptions.get(tool.name) ?? describe(tool);
  descriptions.set(tool.name, known);
  return known;
}

function describe(tool: Tool): Described {
  const { name, title, purpose, contract, annotations, ownAnswer } = tool;
  return {
    name,
    title,
    description: purpose,
    inputSchema: describeInput(contract, tool) as Described["inputSchema"],
    outputSchema: (ownAnswer ?? describeOutput(contract)) as Described["inputSchema"],
    annotations,
  };
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** What the library's check of a request found, which it throws as JSON; null for any other error. */
function readFaults(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  const start = thrown.message.indexOf("[\n");
  if (start === -1) return null;
  try {
    const faults = JSON.parse(thrown.message.slice(start)) as {
      path: (string | number)[];
      message: string;
    }[];
    return faults.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  } catch {
    return null;
  }
}

async function listResources(call: Call, cursor: string | undefined) {
  if (call.caller === null) return { resources: [] };
  const page = cursor === undefined ? 1 : readCursor(cursor);
  const { data, pagination } = readAnswer(
    await callEndpoint(call, listQrCodes, { page, limit: pageSize }),
  ) as {
    data: { id: string; name: string; type: string }[];
    pagination: { pages: number };
  };
  const resources = data.map(({ id, name, type }) => ({
    uri: `quietzone://codes/${id}`,
    name,
    description: `A code of type ${type}`,
    mimeType: "application/json",
  }));
  return { resources, ...(pagination.pages > page && { nextCursor: String(page + 1) }) };
}

function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw refuse(
    "validation_failed",
    "cursor must be the nextCursor of an earlier answer",
    "Leave cursor out to begin with the first page.",
  );
}

/** What stands at a resource's address. Throws a protocol error for an unknown one and for what a key may not read. */
async function readResource(call: Call, uri: string): Promise<ReadResourceResult> {
  const [, id, isAnalytics] = address.exec(uri) ?? [];
  if (id === undefined)
    throw notFound(uri, "There is no such resource", "Call resources/templates/list for the addresses.");
  const answer = isAnalytics
    ? await callEndpoint(call, getAnalytics, { qrCodeId: id, timeRange: "30d" })
    : await callEndpoint(call, getQrCode, { id });
  if (answer.status === 404)
    throw notFound(uri, "There is no such code", "Call resources/list for the codes.");
  const text = JSON.stringify(readAnswer(answer));
  return { contents: [{ uri, mimeType: "application/json", text }] };
}

function readAnswer(answer: Answer): Record<string, unknown> {
  if (answer.status < 400) return presentResult(answer).structuredContent as Record<string, unknown>;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, String(answer.json.error), answer.json);
}

function notFound(uri: string, message: string, hint: string): ProtocolError {
  return refuse("not_found", message, hint, { uri });
}
