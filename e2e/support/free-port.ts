import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that the kernel gives to outgoing connections: one of those may take a port between its choice and the
 * start of the server it is for. Each process of tests has a block to itself.
 */
const firstPort = 10_000;
const blocks = 220;
const blockSize = 100;

/** Counts on for all instances of this module in the process. */
const shared = globalThis as { quietzoneTestPorts?: number };

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, "listening").then(
    () => true,
    () => false,
  );
  server.listen(port);
  if (!(await listening)) return false;
  server.close();
  await once(server, "close");
  return true;
}

/** Finds a port on which nothing listens, and which no other process of this run is given. */
export async function findFreePort(): Promise<number> {
  const block = firstPort + (process.pid % blocks) * blockSize;
  for (let tries = 0; tries < blockSize; tries += 1) {
    const count = shared.quietzoneTestPorts ?? 0;
    shared.quietzoneTestPorts = count + 1;
    const port = block + (count % blockSize);
    if (await isFree(port)) return port;
  }
  throw new Error(`all ports from ${block} on are in use`);
}
