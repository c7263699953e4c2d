import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestKey } from "../accounts";
import { phone, type ShortUrl } from "../short-urls";

/** What clients were answered, by kind of request and status; a client that saw no answer counts under its error. */
export interface SteadyLoad {
  outcomes: Map<string, number>;
  /** Redirects of each code, by its id. */
  led: Map<string, number>;
  /** Begins the names of all codes that it makes. */
  mark: string;
  /** Codes that were answered as made. */
  made: number;
  /** Ends it; resolves when none is under way. */
  stop(): Promise<void>;
}

interface Traffic {
  origin: string;
  host: string;
  codes: readonly ShortUrl[];
  /** Of the account that has them. */
  reader: TestKey;
  /** Of others, which take turns at making codes. */
  makers: readonly TestKey[];
  clients: number;
  /** Between two requests of a client. */
  pauseMs: number;
}

interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Clients that scan codes, read one and make one in turn, over connections that they keep, until they are stopped. */
export function startSteadyLoad(traffic: Traffic): SteadyLoad {
  const { origin, host, codes, reader, makers, clients, pauseMs } = traffic;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const outcomes = new Map<string, number>();
  const led = new Map<string, number>();
  const load = { outcomes, led, mark: `load ${randomUUID()}`, made: 0 };
  let isStopped = false;
  let turn = 0;

  const note = (kind: string, outcome: string) => {
    outcomes.set(`${kind} ${outcome}`, (outcomes.get(`${kind} ${outcome}`) ?? 0) + 1);
    return outcome;
  };
  const send = (call: Call) => ask(origin, { ...call, headers: { host, ...call.headers } }, agent);

  async function scan(code: ShortUrl): Promise<void> {
    const outcome = note("scan", await send({ path: code.path, headers: { "user-agent": phone } }));
    if (outcome === "302") led.set(code.id, (led.get(code.id) ?? 0) + 1);
  }

  async function read(code: ShortUrl): Promise<void> {
    const headers = { authorization: `Bearer ${reader.apiKey}` };
    note("GET", await send({ path: `/api/v1/qr-codes/${code.id}`, headers }));
  }

  async function make(name: string, { apiKey }: TestKey): Promise<void> {
    const body = JSON.stringify({ name, type: "url", content: "https://example.com/" });
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const outcome = await send({ method: "POST", path: "/api/v1/qr-codes", headers, body });
    if (note("POST", outcome) === "201") load.made += 1;
  }

  const running = Array.from({ length: clients }, async () => {
    while (!isStopped) {
      const now = turn++;
      const code = codes[now % codes.length] as ShortUrl;
      if (now % 3 === 0) await scan(code);
      else if (now % 3 === 1) await read(code);
      else await make(`${load.mark} ${now}`, makers[now % makers.length] as TestKey);
      await sleep(pauseMs);
    }
  });
  return Object.assign(load, {
    async stop() {
      isStopped = true;
      await Promise.all(running);
      agent.destroy();
    },
  });
}

function ask(origin: string, { method = "GET", path, headers, body }: Call, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const take = (response: IncomingMessage) => {
      response.resume();
      response.once("end", () => resolve(response.complete ? String(response.statusCode) : "cut"));
      response.once("error", () => resolve("cut"));
    };
    const asked = request(`${origin}${path}`, { method, agent, headers: headers ?? {} }, take);
    asked.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end(body);
  });
}
