import { ServiceError } from "@/lib/platform/errors";
import type { Endpoint } from "./endpoint";
import { presentProblem } from "./errors";
import { type ApiRequest, type ApiResponse, jsonResponse } from "./exchange";

interface Route {
  template: string;
  /** Upper-case method → endpoint; HEAD stands for GET. */
  methods: Map<string, Endpoint>;
  allow: string;
  names: string[];
}

/** Finds the endpoint of a path by exact comparison; a part in braces takes one non-empty segment. */
export class Router {
  readonly #exact = new Map<string, Route>();
  readonly #patterns: [RegExp, Route][] = [];

  constructor(endpoints: readonly Endpoint[]) {
    for (const path of new Set(endpoints.map(({ contract }) => contract.path))) {
      const route = makeRoute(
        path,
        endpoints.filter(({ contract }) => contract.path === path),
      );
      if (route.names.length === 0) this.#exact.set(path, route);
      else this.#patterns.push([patternOf(path), route]);
    }
  }

  /** Answers with the endpoint of the path and method, 404 or 405; OPTIONS is 204 for every known path. */
  async answer(request: ApiRequest): Promise<ApiResponse> {
    const found = this.#find(request.path);
    if (found === undefined)
      return refuse(new ServiceError("not_found", "There is nothing at this address"), request);
    const { route, params } = found;
    const response = await this.#answerRoute(route, request, params);
    response.route = route.template;
    return response;
  }

  async #answerRoute(
    route: Route,
    request: ApiRequest,
    params: Record<string, string>,
  ): Promise<ApiResponse> {
    if (request.method === "OPTIONS") return { status: 204, headers: { Allow: route.allow }, body: null };
    const endpoint = route.methods.get(request.method);
    if (endpoint !== undefined) return endpoint.answer(request, params);
    const error = new ServiceError("method_not_allowed", `This address answers ${route.allow} only`);
    return refuse(error, request, { Allow: route.allow });
  }

  #find(path: string): { route: Route; params: Record<string, string> } | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return { route: exact, params: {} };
    for (const [pattern, route] of this.#patterns) {
      const values = pattern.exec(path);
      if (values === null) continue;
      const params = Object.fromEntries(
        route.names.map((name, index) => [name, decodeUnreserved(values[index + 1] ?? "")]),
      );
      return { route, params };
    }
    return undefined;
  }
}

/** The same name with `%2D` as `-`: escaped or not, these characters mean the same (RFC 3986, 6.2.2.2). */
function decodeUnreserved(segment: string): string {
  return segment.replaceAll(/%(?:2[d]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi, decodeURIComponent);
}

function makeRoute(path: string, endpoints: readonly Endpoint[]): Route {
  const methods = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    methods.set(endpoint.contract.method, endpoint);
    if (endpoint.contract.method === "GET") methods.set("HEAD", endpoint);
  }
  return {
    template: path,
    methods,
    allow: [
      ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter((method) => methods.has(method)),
      "OPTIONS",
    ].join(", "),
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
  };
}

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "([^/]+)");
  return new RegExp(`^${source}$`);
}

function refuse(error: ServiceError, request: ApiRequest, headers: Record<string, string> = {}): ApiResponse {
  const problem = presentProblem(error, request.requestId);
  return jsonResponse(problem.status, problem.body, headers);
}
