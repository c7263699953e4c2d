import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import { certificateOf } from "./authority";

/** What stands before a receiver and holds its certificate: hands the bytes through, both ways. */
export interface TlsFront {
  url: string;
  /** Where requests go from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function startTlsFront(): Promise<TlsFront> {
  let target = 0;
  const server = createServer({ ...(await certificateOf("good")) }, (socket) => {
    const behind = connect(target, "127.0.0.1");
    // Either side may leave in the middle, as on a real way.
    socket.on("error", () => behind.destroy()).on("close", () => behind.destroy());
    behind.on("error", () => socket.destroy()).on("close", () => socket.end());
    socket.pipe(behind).pipe(socket);
  });
  server.on("tlsClientError", (_, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    leadTo(port) {
      target = port;
    },
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}
