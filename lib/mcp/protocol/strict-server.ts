import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The library's server, but parameters that don't fit a method are the caller's fault (-32602), not ours (-32603). */
export class StrictServer extends Server {
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
