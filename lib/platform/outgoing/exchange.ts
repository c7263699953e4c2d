import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import { FetchFault } from "./fault";
import type { Destination } from "./url";

const maxHeaderBytes = 32_768;

/** Interim answers (1xx) that are waited through; who sends more has no other. */
const maxInterim = 16;

const maxBodyBytes = 2_048;
const maxBodyMs = 1_000;

export interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

function faultOf(error: NodeJS.ErrnoException): FetchFault {
  const code = error.code ?? "";
  if (code.startsWith("HPE_")) return new FetchFault("protocol_error");
  return new FetchFault(code.startsWith("ERR_SSL") ? "tls_error" : "connection_error");
}

/** Sends the request on a connection of its own and answers at the end of the answer's headers. No redirect is followed. */
export function exchange(socket: TLSSocket, to: Destination, sent: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = ask({
      createConnection: () => socket,
      method: sent.method,
      path: to.path,
      headers: { host: to.host, ...sent.headers, connection: "close" },
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
    });
    const fail = (fault: FetchFault) => {
      reject(fault);
      socket.destroy();
    };
    let interim = 0;
    request.on("information", () => {
      if (++interim > maxInterim) fail(new FetchFault("protocol_error"));
    });
    // A server that changes the protocol unasked: its answer counts as any other, what follows is not read.
    request.on("upgrade", (response) => resolve(response));
    request.on("response", resolve);
    request.on("error", (error) => fail(faultOf(error)));
    request.end(sent.body);
  });
}

/** The beginning of the answer's body: what comes within a second, 2 KiB at most. Then the connection ends. */
export function readBeginning(response: IncomingMessage, socket: TLSSocket): Promise<Buffer> {
  if (response.statusCode === 101) {
    socket.destroy();
    return Promise.resolve(Buffer.alloc(0));
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).subarray(0, maxBodyBytes));
    };
    const timer = setTimeout(finish, maxBodyMs);
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBodyBytes) finish();
    });
    response.on("end", finish).on("close", finish).on("error", finish);
  });
}

export function flattenHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}
