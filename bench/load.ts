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

export interface Load {
  /** 8 unless told. */
  connections?: number;
  /** Class of the status that every answer must have; success unless told. */
  expect?: "2xx" | "3xx";
  /** As many as there can be unless told. */
  perSecond?: number;
  /** Milliseconds that each answer took are added to it. */
  times?: number[];
}

/** Sends a bounded number of requests and returns requests per second. Every answer must be as expected. */
export async function sendMany(
  origin: string,
  calls: Calls,
  amount: number,
  { connections = 8, expect = "2xx", perSecond, times }: Load = {},
): Promise<number> {
  const start = performance.now();
  let end = start;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        connections,
        amount,
        requests: [requestOf(calls)],
        ...(perSecond && { overallRate: perSecond }),
      },
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
