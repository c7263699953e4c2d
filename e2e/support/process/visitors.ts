import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { phone, type ShortUrl } from "../short-urls";

/** What visitors have been answered so far. */
export interface Visits {
  /** Calls by what came of them: `302 https://example.com/menu`, or the error that the client saw. */
  outcomes: Map<string, number>;
  /** Redirects of each code, by its id. */
  led: Map<string, number>;
  /** Ends the visits; resolves when none is under way. */
  stop(): Promise<void>;
}

/** So many phones that scan the codes in turn, one scan after the other, until they are stopped. */
export function startVisitors(baseUrl: string, codes: readonly ShortUrl[], count: number): Visits {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const outcomes = new Map<string, number>();
  const led = new Map<string, number>();
  let isStopped = false;
  let turn = 0;
  const visitors = Array.from({ length: count }, async () => {
    while (!isStopped) {
      const code = codes[turn++ % codes.length] as ShortUrl;
      const outcome = await call(`${baseUrl}${code.path}`, agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome.startsWith("302 ")) led.set(code.id, (led.get(code.id) ?? 0) + 1);
      // Nobody listens any more: that request was not taken.
      if (outcome === "ECONNREFUSED") await sleep(20);
    }
  });
  return {
    outcomes,
    led,
    async stop() {
      isStopped = true;
      await Promise.all(visitors);
      agent.destroy();
    },
  };
}

function call(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers: { "user-agent": phone } }, (response) => {
      const { statusCode, headers } = response.resume();
      response.once("end", () => resolve(`${statusCode} ${headers.location ?? ""}`.trim()));
      response.once("error", () => resolve("cut"));
    });
    asked.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end();
  });
}
