// Finds what could call the outside past lib/platform/safe-fetch.ts, the one way out.

/** What opens a connection when it is imported by value. */
const network = new Set([
  ...["http", "https", "http2", "net", "tls", "dns", "dns/promises", "dgram"],
  ...["undici", "axios", "got", "ky", "node-fetch", "superagent", "ws", "openid-client", "follow-redirects"],
]);

/** Of those, what serves or only reads. */
const harmless = new Set([
  ...["createServer", "Server", "IncomingMessage", "ServerResponse", "STATUS_CODES"],
  ...["isIP", "isIPv4", "isIPv6"],
]);

/** Packages that call the operator's own parts, and the files that may have them. */
const operators = new Map([
  ["ioredis", /^lib\/platform\/redis\.ts$/],
  ["@upstash/redis", /^lib\/platform\/redis\.ts$/],
  ["nodemailer", /^lib\/platform\/mail\.ts$/],
  ["pg", /^(?:lib\/platform\/db\.ts|server\/database\/[\w-]+\.ts)$/],
  ["@prisma/adapter-pg", /^(?:lib\/platform\/prisma-adapter\.ts|server\/database\/[\w-]+\.ts)$/],
  ["@opentelemetry/exporter-trace-otlp-http", /^lib\/platform\/tracing\/collector\.ts$/],
  ["inngest", /^inngest\/[\w-]+\.ts$/],
]);

/** The way out itself. */
const wayOut = /^lib\/platform\/(?:safe-fetch|outgoing\/[\w-]+)\.ts$/;

/** From the front to the thread of its own pages, by an address that the thread told. */
const toPages = { file: "server/service/forward.ts", network: "http" };

/** Scripts of pages, which call our own origin from a browser, that of goals among them; samples that readers copy; Inngest's SDK is handed a fetch. */
const mayFetch =
  /^(?:components\/(?:account\/account-data|admin\/auto-refresh|auth\/sign-in-request|codes\/code-thumb|codes\/detail\/downloads|home\/bench|ui\/live|webhooks\/actions|downloads\/progress|docs\/.+)\.tsx?|inngest\/client\.ts|lib\/goals\/script\.ts)$/;

const statement = /\b(?:import|export)\s+(type\s+)?([\w*\s{},$]*?)\s*from\s*["'](?:node:)?([^"'\n]+)["']/g;
const bare = /\b(?:import|require|getBuiltinModule)\s*\(?\s*["'](?:node:)?([^"'\n]+)["']/g;
const global =
  /(?<![.#\w$])fetch\s*\(|\bglobalThis\s*(?:\.|\[\s*["'])\s*fetch\b|(?<![.\w$])fetch\s*[,;)]|=\s*fetch\b|\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\b/;

function packageOf(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The names that an import brings in as values; `*` stands for all of them. */
function listValues(clause) {
  const [, outside = "", inside = ""] = /^([^{]*)(?:\{([^}]*)\})?/.exec(clause) ?? [];
  const named = inside
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(/\s+as\s+/)[0]);
  return outside.replace(/[\s,]/g, "") === "" ? named : ["*", ...named];
}

function findModule(source, specifier, values) {
  const name = packageOf(specifier);
  const owner = operators.get(name);
  if (owner !== undefined) return values.length === 0 || owner.test(source) ? null : name;
  if (!network.has(specifier) && !network.has(name)) return null;
  if (source === toPages.file && specifier === toPages.network) return null;
  return values.every((value) => harmless.has(value)) ? null : specifier;
}

/** A sentence for each way past the way out that a file of the service has. */
export function findOutgoingCalls(source, text) {
  if (wayOut.test(source)) return [];
  const found = [];
  for (const [, isType, clause, specifier] of text.matchAll(statement)) {
    const name = isType ? null : findModule(source, specifier, listValues(clause));
    if (name !== null) found.push(`imports ${name}`);
  }
  for (const [, specifier] of text.matchAll(bare)) {
    const name = findModule(source, specifier, ["*"]);
    if (name !== null) found.push(`loads ${name}`);
  }
  if (global.test(text) && !mayFetch.test(source)) found.push("calls by a global");
  return found.map((what) => `${source} ${what}; calls to the outside go through lib/platform/safe-fetch.ts`);
}
