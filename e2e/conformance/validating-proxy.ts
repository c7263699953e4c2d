import { randomUUID } from "node:crypto";
import {
  type ExactAnswer,
  type ExactRequest,
  listen,
  replyExactly,
  sendExactly,
  takeRequest,
} from "./exact-http";
import { startPrism } from "./prism-process";

/** Names the exchange while Prism passes it on. */
const exchangeHeader = "x-exchange";
/** On an answer that departs from its description: what Prism found, percent-encoded. Absent otherwise. */
export const violationsHeader = "x-conformance-violations";

/** A description, and the start of the targets that it speaks of. */
export interface Described {
  document: string;
  targets: RegExp;
}

/** HEAD and OPTIONS are answered on every path and described nowhere; Prism fails on them. */
const describedMethods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

export interface ValidatingProxy {
  /** Origin that answers as the service does. */
  origin: string;
  /** How many answers Prism has compared with their description. */
  countJudged(): number;
  stop(): Promise<void>;
}

interface Exchange {
  request: ExactRequest;
  /** The service's, once Prism has passed the request on. */
  answer: Promise<ExactAnswer> | undefined;
}

/** What Prism said of one answer; `isJudged` is false where its description knows no such path and method. */
interface Verdict {
  isJudged: boolean;
  violations: string[];
}

interface Violation {
  location: string[];
  message: string;
}

/**
 * Prism as a validating proxy in front of a running service, one process a description. Prism re-writes what it passes
 * on (it parses bodies, and images become text), so it stands between two ends of ours: the request that it passes on is
 * replaced by the one that came, byte for byte, and its answer by the service's own. What it finds wrong with an answer
 * stands in `violationsHeader`; requests may be as wrong as they like.
 */
export async function startValidatingProxy(
  service: string,
  descriptions: readonly Described[],
): Promise<ValidatingProxy> {
  const exchanges = new Map<string, Exchange>();
  let judged = 0;
  const back = await listen(async (incoming, response) => {
    const exchange = exchanges.get(String(incoming.headers[exchangeHeader]))!;
    exchange.answer = sendExactly(service, exchange.request);
    replyExactly(response, await exchange.answer);
  });
  const prisms = await Promise.all(
    descriptions.map(async ({ document, targets }) => ({
      targets,
      prism: await startPrism(document, back.origin),
    })),
  );

  async function judge(prism: string, exchange: Exchange): Promise<Verdict> {
    const id = randomUUID();
    exchanges.set(id, exchange);
    try {
      const { method, target } = exchange.request;
      const passed = await sendExactly(prism, {
        method,
        target,
        rawHeaders: ["Host", new URL(prism).host, "Content-Length", "0", exchangeHeader, id],
        body: Buffer.alloc(0),
      });
      return await readVerdict(passed, exchange);
    } finally {
      exchanges.delete(id);
    }
  }

  const front = await listen(async (incoming, response) => {
    const request = await takeRequest(incoming);
    const found = prisms.find(({ targets }) => targets.test(request.target));
    if (found === undefined || !describedMethods.has(request.method))
      return replyExactly(response, await sendExactly(service, request));
    const exchange: Exchange = { request, answer: undefined };
    const { isJudged, violations } = await judge(found.prism.origin, exchange);
    if (isJudged) judged += 1;
    const told = violations.length > 0 ? [violationsHeader, encodeURIComponent(violations.join("\n"))] : [];
    replyExactly(response, await (exchange.answer ?? sendExactly(service, request)), told);
  });

  return {
    origin: front.origin,
    countJudged: () => judged,
    async stop() {
      await Promise.all(prisms.map(({ prism }) => prism.stop()));
      await Promise.all([front.close(), back.close()]);
    },
  };
}

async function readVerdict(passed: ExactAnswer, exchange: Exchange): Promise<Verdict> {
  const answer = await exchange.answer;
  if (answer?.status !== passed.status) {
    const violations = [
      `Prism answered ${passed.status} itself: ${passed.body.toString("utf8").slice(0, 500)}`,
    ];
    return { isJudged: false, violations };
  }
  const at = passed.rawHeaders.findIndex((name) => name.toLowerCase() === "sl-violations");
  if (at < 0) return { isJudged: true, violations: [] };
  const text = passed.rawHeaders[at + 1] as string;
  // Where there are too many for a header Prism cuts the list off in the middle.
  if (!text.startsWith("[")) return { isJudged: true, violations: [text] };
  const found = JSON.parse(text) as Violation[];
  return {
    isJudged: !found.some(({ message }) => message === "Selected route not found"),
    violations: found
      .filter(({ location }) => location[0] === "response")
      .map(({ location, message }) => `${location.join(".")}: ${message}`),
  };
}
