import { fileURLToPath } from "node:url";
import { loadPrism as loadHttp, type PrismHttp } from "../../tools/prism";

/** An answer of the service, as the descriptions in docs/openapi speak of it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Read only where the media type is JSON. */
  text: string;
}

/** HEAD and OPTIONS are answered on every path and described nowhere. */
const describedMethods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

const folder = fileURLToPath(new URL("../../docs/openapi/", import.meta.url));

/**
 * The committed descriptions; a test holds them equal to those that the service gives out. A path whose fixed part is
 * spelt with percent-escapes is another path to the service, and the same to Prism.
 */
export const descriptions = [
  { document: `${folder}public.json`, targets: /^\/(?:api\/public\/[a-z-]+|i)(?:[/?]|$)/ },
  { document: `${folder}v1.json`, targets: /^\/api\/v1\/[a-z.-]+(?:[/?]|$)/ },
] as const;

type Operations = Awaited<ReturnType<typeof PrismHttp.getHttpOperationsFromSpec>>;

/** Test files share a process, and so Prism with what it has read. */
const kept = globalThis as {
  quietzonePrism?: { http: typeof PrismHttp; read: Map<string, Promise<Operations>> };
};

function loadPrism() {
  kept.quietzonePrism ??= {
    http: loadHttp(),
    read: new Map(),
  };
  return kept.quietzonePrism;
}

const silent = {
  child: () => silent,
  info() {},
  debug() {},
  warn() {},
  error() {},
  trace() {},
  fatal() {},
  success() {},
};

/**
 * What Prism finds wrong with an answer, by the description of its request; empty: nothing, or the request is described
 * nowhere. Requests may be as wrong as they like.
 *
 * @param target path and query.
 */
export async function findViolations(method: string, target: string, answer: Answer): Promise<string[]> {
  const description = descriptions.find(({ targets }) => targets.test(target));
  if (description === undefined || !describedMethods.has(method)) return [];
  // A head that is too long is refused before its address counts.
  if (answer.status === 431) return [];
  const { http, read } = loadPrism();
  const { document } = description;
  if (!read.has(document)) read.set(document, http.getHttpOperationsFromSpec(document));
  const operations = await (read.get(document) as Promise<Operations>);
  const isJson = /json/.test(answer.headers["content-type"] ?? "");
  const output = {
    statusCode: answer.status,
    headers: answer.headers,
    // Bytes are a string to a description, whichever they are.
    body: isJson ? JSON.parse(answer.text) : answer.headers["content-type"] && "",
  };
  // Prism as a validating proxy, whose answer from upstream is already there.
  const prism = http.createInstance(
    {
      isProxy: true,
      upstream: new URL("http://localhost/"),
      upstreamProxy: undefined,
      mock: { dynamic: false },
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: false,
    } as never,
    { logger: silent as never, forward: () => () => async () => ({ _tag: "Right", right: output }) },
  );
  const url = { path: target.split("?")[0] as string };
  // Prism compares an address with every path it is given, part by part.
  const depth = url.path.split("/").length;
  const near = operations.filter(({ path }) => path.split("/").length === depth);
  const judged = await prism.request(
    { method: method.toLowerCase() as never, url },
    near.length > 0 ? near : operations,
  )();
  if (judged._tag === "Left") throw judged.left;
  return judged.right.validations.output.map(
    ({ path = [], message }) => `${["response", ...path].join(".")}: ${message}`,
  );
}
