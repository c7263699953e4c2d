import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An app that Inngest can call, in this process. */
export interface ServedApp {
  url: string;
  /** While true every call is cut. */
  isAway: boolean;
  /** Whether the work of this call, counted from 1, is done and its answer cut; of which function it is. */
  losesAnswer: (call: number, functionId: string | null) => boolean;
  close(): Promise<void>;
}

/** Serves a handler of fetch's kind at `/api/inngest` on a port of its own. */
export async function serveApp(handle: (request: Request) => Promise<Response>): Promise<ServedApp> {
  // Its registration comes before them.
  let calls = -1;
  const server = createServer(async (request, response) => {
    if (app.isAway) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = "GET", headers, url } = request;
    const answer = await handle(
      new Request(`${new URL(app.url).origin}${url}`, {
        method,
        headers: headers as Record<string, string>,
        ...(method === "GET" ? {} : { body }),
      }),
    );
    calls += 1;
    const functionId = new URL(request.url ?? "", app.url).searchParams.get("fnId");
    if (app.losesAnswer(calls, functionId)) return void request.socket.destroy();
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const app: ServedApp = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/inngest`,
    isAway: false,
    losesAnswer: () => false,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return app;
}
