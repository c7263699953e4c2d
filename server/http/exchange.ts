import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { ServedDomain } from "@/lib/domains/served";
import type { ApiRequest, ApiResponse, LargeBodies } from "@/lib/http";
import type { Settings } from "@/lib/platform/env";
import type { FairQueue } from "@/lib/platform/fair-queue";
import type { DomainCall } from "@/lib/redirect/domain";
import type { Call } from "@/lib/redirect/redirect";
import { type Answer, problemAnswer, sendAnswer } from "@/server/http/answers";
import type { Observed } from "@/server/http/observe";
import type { HostCheck, Target } from "@/server/http/target";

export interface FrontOptions {
  settings: Pick<Settings, "isBaseUrlSet" | "baseUrl" | "baseUrlAliases" | "trustedProxies"> &
    Partial<Pick<Settings, "geoCountryHeader" | "geoCityHeader" | "inngest">>;
  answerApi(request: ApiRequest): Promise<ApiResponse>;
  /** Everything below `/r/`; on any Host. */
  answerVisit(call: Call): Promise<Answer>;
  /** Own domains of accounts: which one a host is (`findServedDomain`), and everything on it. Absent: there are none. */
  domains?: {
    find(host: string): ServedDomain | undefined;
    answer(call: DomainCall): Promise<Answer>;
  };
  /**
   * Answers of the process itself (health, metrics), by exact path; asked before the API and on any Host. The request is for
   * the doctor, who asks how it arrived.
   */
  answerOwn(
    path: string,
    method: string,
    requestId: string,
    request: IncomingMessage,
  ): Promise<Answer> | null;
  /** Files that pages load, by path; null, or no such function: Next answers. */
  answerAsset?(path: string, headers: IncomingHttpHeaders): Promise<Answer | null>;
  /** Next; resolves with the template of the page's route where it is traced in another thread. */
  servePage(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
  /** Next's development server also takes POST and WebSocket upgrades on addresses of its own. */
  isDevelopment: boolean;
  /** Time for a whole request to arrive; 15 s by default. */
  requestTimeoutMs?: number;
  /** Time in which a client takes some of a page; 60 s by default. */
  stillMs?: number;
}

/** What all exchanges of a front share. */
export interface FrontState {
  options: FrontOptions;
  requestTimeoutMs: number;
  isHostKnown: HostCheck;
  stillMs: number;
  /** Headers that depend on how the service is reached: HSTS behind https. */
  transportHeaders: Record<string, string>;
  /** Turns of pages to be drawn, and how many of each client are under way, those included whose turn is over. */
  pages: { turns: FairQueue; underWay: Map<string, number> };
  /** Bodies for Next: forms of pages, calls of Inngest. */
  bodies: LargeBodies;
  /** Once true every answer closes its connection. */
  isDraining: boolean;
}

/** One request and its answer. */
export interface Exchange {
  front: FrontState;
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  observed: Observed;
  target: Target;
  /** Undefined: the request is for the service itself. */
  domain: ServedDomain | undefined;
  /** The client's address, vetted. */
  clientAddress: string;
  startedAt: number;
  expectsContinue: boolean;
}

/** Sends the one answer of an exchange. A client that takes nothing for `stillMs` is cut off. */
export function send({ front, request, response, domain }: Exchange, answer: Answer): void {
  // Whether an own domain insists on https is for its owner to say.
  if (domain === undefined) Object.assign(answer.headers, front.transportHeaders);
  if (front.isDraining) answer.headers.Connection = "close";
  sendAnswer(request, response, answer);
  // What the system holds for the client is sent; the rest waits in this process.
  if (request.socket.writableLength > 0) response.setTimeout(front.stillMs);
}

/** Answers with an error body. */
export function refuse(exchange: Exchange, error: unknown, headers?: Record<string, string>): void {
  const { requestId, request, target } = exchange;
  send(
    exchange,
    problemAnswer(error, requestId, headers, { method: request.method ?? "GET", path: target.path }),
  );
}
