import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { findFreePort } from "./free-port";

/** How the double answers: well, late, never, with an error, or with something else than the result. */
export type Behaviour =
  | { kind: "serve"; delayMs?: number }
  | { kind: "hang" }
  | { kind: "refuse" }
  | { kind: "answer"; status: number; body: string };

/** The REST interface of Upstash over a real Redis: a command as a JSON array and its reply as
 * `{"result":…}`, or a list of each. */
export interface UpstashDouble {
  url: string;
  token: string;
  /** Requests that have arrived. */
  count(): number;
  behave(behaviour: Behaviour): Promise<void>;
  stop(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
}

/** Strings travel in base64 where the client asks for it, as Upstash's client does. */
function encodeReply(value: unknown, isBase64: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => encodeReply(item, isBase64));
  return typeof value === "string" && isBase64 ? Buffer.from(value).toString("base64") : value;
}

export async function startUpstashDouble(redisUrl: string): Promise<UpstashDouble> {
  const token = "a-token-of-the-double";
  const port = await findFreePort();
  const redis = new Redis(redisUrl);
  redis.on("error", () => {});
  let behaviour: Behaviour = { kind: "serve" };
  let arrived = 0;

  async function runCommand([command = "", ...args]: string[], isBase64: boolean): Promise<object> {
    try {
      return { result: encodeReply(await redis.call(command, ...args.map(String)), isBase64) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }

  /** `/` takes one command, `/pipeline` a list of them. */
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readBody(request)) as string[] | string[][];
    const isBase64 = request.headers["upstash-encoding"] === "base64";
    if (request.url === "/pipeline") {
      const results = await Promise.all((body as string[][]).map((command) => runCommand(command, isBase64)));
      return reply(response, 200, JSON.stringify(results));
    }
    const result = await runCommand(body as string[], isBase64);
    reply(response, "error" in result ? 400 : 200, JSON.stringify(result));
  }

  const server = createServer(async (request, response) => {
    arrived++;
    if (request.headers.authorization !== `Bearer ${token}`) {
      return reply(response, 401, '{"error":"WRONGPASS invalid or missing auth token"}');
    }
    const now = behaviour;
    if (now.kind === "hang") return;
    if (now.kind === "answer") return reply(response, now.status, now.body);
    if (now.kind === "serve" && now.delayMs !== undefined) await sleep(now.delayMs);
    await serve(request, response);
  });

  const double: UpstashDouble = {
    url: `http://127.0.0.1:${port}`,
    token,
    count: () => arrived,
    async behave(next) {
      behaviour = next;
      if (next.kind === "refuse") {
        const closed = once(server, "close");
        server.close();
        server.closeAllConnections();
        await closed;
      } else if (!server.listening) {
        server.listen(port, "127.0.0.1");
        await once(server, "listening");
      }
    },
    async stop() {
      redis.disconnect();
      if (server.listening) await double.behave({ kind: "refuse" });
    },
  };
  await double.behave({ kind: "serve" });
  return double;
}
