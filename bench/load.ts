import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "../tools/autocannon";

export interface Call {
  method: "GET" | "POST";
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** One call for every request, or the same one for all. */
export type Calls = Call | (() => Call);

export const longAddress = "https://quietzone.example/".padEnd(100, "menu/Autumn-26");

/** The public POST of the issue: an address of 100 characters, 256 pixels. */
export const plainPost: Call = {
  method: "POST",
  path: "/api/public/qr-codes",
  body: JSON.stringify({ type: "url", content: longAddress }),
};

let clients = 0;

/** Another client's address for every request, so that nobody comes near 100 an hour. */
export function nextClientAddress(): string {
  clients += 1;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
}

export interface Load {
  /** 8 unless told. */
  connections?: number;
  /** Class of the status that every answer must have; success unless told. */
  expect?: "2xx" | "3xx";
  /** Milliseconds that each answer took are added to it. */
  times?: number[];
}

/** Sends a bounded number of requests and returns requests per second. Every answer must be as expected. */
export async function sendMany(
  origin: string,
  calls: Calls,
  amount: number,
  { connections = 8, expect = "2xx", times }: Load = {},
): Promise<number> {
  const start = performance.now();
  let end = start;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      { url: origin, connections, amount, requests: [requestOf(calls)] },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    // Its own duration comes in whole seconds.
    instance.on("response", (_client, _status, _bytes, responseTime) => {
      end = performance.now();
      times?.push(responseTime);
    });
  });
  if (result.errors > 0 || result[expect] !== amount) {
    const { method, path } = typeof calls === "function" ? calls() : calls;
    const refused = amount - result[expect];
    throw new Error(`${method} ${path}: ${result.errors} errors, ${refused} refused of ${amount}`);
  }
  return (amount * 1000) / (end - start);
}

const paceMs = 10;

/** Sends so many requests a second, a few every 10 ms, and waits for every answer, each of which must have this status. */
export async function sendPaced(
  origin: string,
  calls: Calls,
  { amount, perSecond, status }: { amount: number; perSecond: number; status: number },
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<void>[] = [];
  const start = performance.now();
  while (answers.length < amount) {
    const due = Math.min(amount, ((performance.now() - start) * perSecond) / 1_000);
    while (answers.length < due) answers.push(sendOne(agent, origin, calls, status));
    await sleep(paceMs);
  }
  await Promise.all(answers);
  agent.destroy();
}

function sendOne(agent: Agent, origin: string, calls: Calls, status: number): Promise<void> {
  const { method, path, headers } = typeof calls === "function" ? calls() : calls;
  const sent = { "x-forwarded-for": nextClientAddress(), ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, origin), { agent, method, headers: sent }, (answer) => {
      answer.resume().on("end", resolve);
      if (answer.statusCode !== status) reject(new Error(`${method} ${path}: ${answer.statusCode}`));
    });
    outgoing.on("error", reject).end();
  });
}

function requestOf(calls: Calls): autocannon.Request {
  return {
    setupRequest(request) {
      const { method, path, body, headers } = typeof calls === "function" ? calls() : calls;
      return {
        ...request,
        method,
        path,
        ...(body !== undefined && { body }),
        headers: { "content-type": "application/json", "x-forwarded-for": nextClientAddress(), ...headers },
      };
    },
  };
}
