import { connect as dial, isIP, type LookupFunction, type Socket } from "node:net";
import { checkServerIdentity, createSecureContext, connect as secure, type TLSSocket } from "node:tls";
import { oncePerProcess } from "../process-state";
import { FetchFault } from "./fault";
import { isReachable } from "./public-address";
import type { OutgoingRules } from "./rules";
import type { Destination } from "./url";

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
 * Connects to one of the vetted addresses and proves by TLS that the name's owner is there. No setting of the process turns
 * the proof off. `hold` is given each socket at once, so that a deadline can destroy it.
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
