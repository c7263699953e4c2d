import { listResources, type NamedInterface } from "@/components/docs/reference/interface";
import type { OpenApi } from "@/components/docs/reference/read-openapi";
import { describeApi } from "@/lib/http";
import { env } from "@/lib/platform/env";

const served = [
  { id: "public", api: "public", name: "Public interface", openApiPath: "/api/public/qr-codes/openapi.json" },
  { id: "authenticated", api: "v1", name: "Authenticated interface", openApiPath: "/api/v1/openapi.json" },
] as const;

let interfaces: NamedInterface[] | undefined;

/** Both interfaces with their pages, from the same OpenAPI documents that clients get; see docs/decisions/0003-api-reference.md. */
export function readInterfaces(): NamedInterface[] {
  interfaces ??= served.map(({ api, ...named }) => {
    const document: OpenApi = { ...(describeApi(api, env.baseUrl) as unknown as OpenApi), anchor: api };
    return { ...named, document, resources: listResources(document) };
  });
  return interfaces;
}
