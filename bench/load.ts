import autocannon from "autocannon";

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

/** Sends a bounded number of requests over 8 connections and returns requests per second. Every answer must be a success. */
export async function sendMany(origin: string, calls: Calls, amount: number): Promise<number> {
  const start = performance.now();
  let end = start;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      { url: origin, connections: 8, amount, requests: [requestOf(calls)] },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    // Its own duration comes in whole seconds.
    instance.on("response", () => {
      end = performance.now();
    });
  });
  if (result.errors > 0 || result.non2xx > 0) {
    const { method, path } = typeof calls === "function" ? calls() : calls;
    throw new Error(`${method} ${path}: ${result.errors} errors, ${result.non2xx} refused of ${amount}`);
  }
  return (amount * 1000) / (end - start);
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
