import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Below the ports that the kernel gives to outgoing connections: one of those may take a port between its choice and the
 * start of the server it is for.
 */
const firstPort = 10_000;
const blocks = 220;
const blockSize = 100;

interface Block {
  first: number;
  given: number;
}

/** One for all instances of this module in the process. */
const shared = globalThis as { quietzoneTestPorts?: Promise<Block> };

/** Resolves with the server on the port, or null if something listens there. */
function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port);
  return once(server, "listening").then(
    () => server,
    () => null,
  );
}

/** A block of ports is this process's for as long as it lives: it holds the first one. */
async function claimBlock(): Promise<Block> {
  for (let tries = 0; tries < blocks; tries += 1) {
    const first = firstPort + ((process.pid + tries) % blocks) * blockSize;
    const server = await listen(first);
    if (server === null) continue;
    server.unref();
    return { first, given: 0 };
  }
  throw new Error(`all blocks of ports from ${firstPort} on are taken`);
}

/** Finds a port on which nothing listens, and which no other process of tests is given. */
export async function findFreePort(): Promise<number> {
  shared.quietzoneTestPorts ??= claimBlock();
  const block = await shared.quietzoneTestPorts;
  for (let tries = 1; tries < blockSize; tries += 1) {
    block.given += 1;
    const port = block.first + 1 + (block.given % (blockSize - 1));
    const server = await listen(port);
    if (server === null) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(`all ports from ${block.first} on are in use`);
}
