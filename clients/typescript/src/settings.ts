export interface QuietzoneOptions {
  /** Where the service is: `https://qr.example.com`. */
  baseUrl: string;
  /** `qr_live_…` or `qr_test_…`; `publicCodes` and `openapi` do without. */
  apiKey?: string | undefined;
  /** Sends the key over `http:` to other machines, too: where nobody else can read on the way, as in a network of containers. */
  allowHttp?: boolean | undefined;
  /** Another `fetch`, such as one behind a proxy. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How long an attempt may take: 30,000 unless told. */
  timeoutMs?: number | undefined;
  /** How often a call that may be repeated is: 3 times unless told. */
  maxRetries?: number | undefined;
  /** The longest wait before an attempt: 30,000 unless told. Who is told to wait longer is told so at once. */
  maxWaitMs?: number | undefined;
  /** Called for every response with its headers: what is left of the rate limit, whether it is a replay. */
  onResponse?: ((response: { url: string; status: number; headers: Headers }) => void) | undefined;
}

export interface Settings {
  baseUrl: string;
  apiKey: string | undefined;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  maxRetries: number;
  maxWaitMs: number;
  onResponse: NonNullable<QuietzoneOptions["onResponse"]>;
}

/** The options with what is usual for what was left out; what can't be is a sentence that says what to change. */
export function readSettings(options: QuietzoneOptions): Settings {
  const baseUrl = readBaseUrl(options.baseUrl);
  const apiKey = readKey(options.apiKey);
  if (apiKey !== undefined && options.allowHttp !== true) {
    refuseClearText(baseUrl);
    if (options.fetch === undefined) refuseProxy(baseUrl);
  }
  return {
    baseUrl,
    apiKey,
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
    timeoutMs: readNumber("timeoutMs", options.timeoutMs ?? 30_000, 1),
    maxRetries: readNumber("maxRetries", options.maxRetries ?? 3, 0),
    maxWaitMs: readNumber("maxWaitMs", options.maxWaitMs ?? 30_000, 0),
    onResponse: options.onResponse ?? (() => {}),
  };
}

function readBaseUrl(value: string): string {
  const advice = `baseUrl is an address such as https://qr.example.com, not ${JSON.stringify(value)}`;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new TypeError(advice);
  }
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError(advice);
  }
  return url.href.replace(/\/+$/, "");
}

function readKey(apiKey: string | undefined): string | undefined {
  if (apiKey === undefined) return undefined;
  if (!/^[!-~]+$/.test(apiKey))
    throw new TypeError("apiKey is one word, such as qr_live_…; leave it out to go without");
  if (isBrowser(globalThis)) {
    throw new TypeError(
      "An API key does not belong in a browser, where anybody can read it; call from a server",
    );
  }
  return apiKey;
}

/**
 * A page, or a worker of a browser. Deno's workers have the latter's names, and edge functions may have `importScripts`, but no
 * address.
 */
function isBrowser(scope: object): boolean {
  if ("document" in scope && scope.document !== undefined) return true;
  return "importScripts" in scope && "WorkerLocation" in scope && !("Deno" in scope);
}

/** What never leaves the machine may go in clear. */
function refuseClearText(baseUrl: string): void {
  const { protocol, hostname, origin } = new URL(baseUrl);
  if (protocol === "https:" || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw new TypeError(
    `Anybody between here and ${origin} could read the apiKey: use https, or allowHttp: true in a network that is yours alone`,
  );
}

interface Runtime {
  process?: { env?: Record<string, string | undefined>; execArgv?: readonly string[] };
}

/** A proxy of the environment may be another machine. Bun uses it by itself, Node where it is told to. */
function refuseProxy(baseUrl: string): void {
  const { env = {}, execArgv = [] } = (globalThis as Runtime).process ?? {};
  const isOn =
    env.NODE_USE_ENV_PROXY === "1" || `${env.NODE_OPTIONS} ${execArgv}`.includes("--use-env-proxy");
  const { protocol, hostname } = new URL(baseUrl);
  const exempt = env.no_proxy ?? env.NO_PROXY ?? "";
  const isExempt = exempt === "*" || exempt.split(/[,\s]+/).includes(hostname);
  if (protocol === "https:" || !(isOn || "Bun" in globalThis) || isExempt) return;
  if (!(env.http_proxy ?? env.HTTP_PROXY)) return;
  throw new TypeError(`The proxy of HTTP_PROXY could read the apiKey: add ${hostname} to NO_PROXY`);
}

export function readNumber(name: string, value: number, least: number): number {
  // Timers of 2³¹ milliseconds and more end at once.
  if (Number.isInteger(value) && value >= least && value < 2 ** 31) return value;
  throw new TypeError(`${name} is a whole number from ${least}, not ${value}`);
}
