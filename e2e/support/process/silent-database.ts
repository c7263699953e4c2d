import { createServer, type Socket } from "node:net";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";

/** A database that takes connections and never says a word, as the one of this process from now on. */
export async function useSilentDatabase(): Promise<{ close(): Promise<void> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  setDatabaseUrl(`postgresql://nobody@127.0.0.1:${port}/none`);
  return {
    async close() {
      await closeDatabase();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
