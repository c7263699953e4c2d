import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { connect as dial, isIP, type LookupFunction, type Socket } from "node:net";
import { checkServerIdentity, createSecureContext, connect as secure, type TLSSocket } from "node:tls";
import { oncePerProcess } from "../process-state";
import { isReachable, type OutgoingRules } from "./rules";
import type { Destination } from "./url";

/** Why no answer came: what the log of a delivery says, and nothing of names or addresses within. */
export type FaultCode =
  | "timeout"
  | "dns_error"
  | "tls_error"
  | "connection_error"
  | "address_refused"
  | "protocol_error"
  | "given_up";

export class FetchFault extends Error {
  override readonly name = "FetchFault";

  constructor(readonly code: FaultCode) {
    super(code);
  }
}

/** Of several addresses the next one is tried after so long. */
const nextAddressMs = 1_000;

/** The system's authorities, read once: for every connection again they cost more than the handshake. */
const context = () => oncePerProcess("outgoing TLS", () => createSecureContext({ minVersion: "TLSv1.2" }));

/** Resolves at the event, rejects with the fault at an error or an early end. */
function arrive(socket: Socket, event: "connect" | "secureConnect", code: "connection_error" | "tls_error") {
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new FetchFault(code));
    socket.once(event, () => {
      socket.off("error", fail).off("close", fail);
      resolve();
    });
    socket.once("error", fail).once("close", fail);
  });
}

/** Whatever else happens to a socket is seen elsewhere or of no interest; without a listener it would end the process. */
const ignore = () => {};

async function openPlain(
  addresses: readonly string[],
  port: number,
  hold: (socket: Socket) => void,
): Promise<Socket> {
  const vetted = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_name, _options, answer) => answer(null, vetted);
  const [first = ""] = addresses;
  const socket = dial(
    addresses.length === 1
      ? { host: first, port }
      : {
          host: "vetted.invalid",
          port,
          lookup,
          autoSelectFamily: true,
          autoSelectFamilyAttemptTimeout: nextAddressMs,
        },
  );
  hold(socket.on("error", ignore));
  await arrive(socket, "connect", "connection_error");
  return socket.setNoDelay();
}

/**
 * Connects to one of the vetted addresses and always verifies TLS. `hold` gets each socket at once, so that a deadline
 * can destroy it.
 */
export async function openConnection(
  to: Destination,
  addresses: readonly string[],
  rules: OutgoingRules,
  hold: (socket: Socket, phase: "connect" | "tls") => void,
): Promise<TLSSocket> {
  const plain = await openPlain(addresses, to.port, (socket) => hold(socket, "connect"));
  const peer = plain.remoteAddress;
  if (peer === undefined || !isReachable(peer, rules)) {
    plain.destroy();
    throw new FetchFault(peer === undefined ? "connection_error" : "address_refused");
  }
  const socket = secure({
    socket: plain,
    // No address is sent as the name of a server (RFC 6066, 3).
    servername: to.isLiteral ? "" : to.hostname,
    secureContext: context(),
    rejectUnauthorized: true,
    checkServerIdentity: (_, certificate) => checkServerIdentity(to.hostname, certificate),
    ALPNProtocols: ["http/1.1"],
  });
  hold(socket.on("error", ignore), "tls");
  await arrive(socket, "secureConnect", "tls_error");
  if (!socket.authorized) {
    socket.destroy();
    throw new FetchFault("tls_error");
  }
  return socket;
}

const maxHeaderBytes = 32_768;

/** Interim answers (1xx) that are waited through; who sends more has no other. */
const maxInterim = 16;

/** Bytes of an answer that are read. */
export const maxBodyBytes = 2_048;
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
