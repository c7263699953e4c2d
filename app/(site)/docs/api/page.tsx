import type { Metadata } from "next";
import { DocsPage } from "@/components/docs/docs-page";
import {
  Interface,
  InterfaceIndex,
  listContents,
  type NamedInterface,
} from "@/components/docs/reference/interface";
import type { OpenApi } from "@/components/docs/reference/read-openapi";
import { Code } from "@/components/docs/words";
import { describeApi } from "@/lib/http";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "API reference" };

/** A document as clients get it. */
function read(name: Parameters<typeof describeApi>[0]): OpenApi {
  return { ...(describeApi(name, env.baseUrl) as unknown as OpenApi), anchor: name };
}

/** Made from the same OpenAPI documents that clients get; see docs/decisions/0003-api-reference.md. */
export default function ApiReferencePage() {
  const interfaces: NamedInterface[] = [
    {
      id: "public",
      name: "Public interface",
      openApiPath: "/api/public/qr-codes/openapi.json",
      document: read("public"),
    },
    {
      id: "authenticated",
      name: "Authenticated interface",
      openApiPath: "/api/v1/openapi.json",
      document: read("v1"),
    },
  ];
  return (
    <DocsPage
      path="/docs/api"
      title="API reference"
      contents={interfaces.flatMap(listContents)}
      lead={
        <>
          The public interface draws a code without an account. The authenticated one keeps codes, with a key.
          Every example runs as it stands; those with a key read it from <Code>API_KEY</Code>.
        </>
      }
    >
      {interfaces.map((one) => (
        <InterfaceIndex key={one.id} {...one} />
      ))}
      {interfaces.map((one) => (
        <Interface key={one.id} {...one} />
      ))}
    </DocsPage>
  );
}
