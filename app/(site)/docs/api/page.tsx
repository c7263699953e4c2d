import type { Metadata } from "next";
import { DocsPage } from "@/components/docs/docs-page";
import { Interface, InterfaceIndex, type NamedInterface } from "@/components/docs/reference/interface";
import type { OpenApi } from "@/components/docs/reference/read-openapi";
import { Code } from "@/components/docs/words";
import { describeApi } from "@/lib/http";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "API reference" };

/** Made from the same OpenAPI documents that clients get; see docs/decisions/0003-api-reference.md. */
export default function ApiReferencePage() {
  const interfaces: NamedInterface[] = [
    {
      id: "public",
      name: "Public interface",
      openApiPath: "/api/public/qr-codes/openapi.json",
      document: describeApi("public", env.baseUrl) as unknown as OpenApi,
    },
    {
      id: "authenticated",
      name: "Authenticated interface",
      openApiPath: "/api/v1/openapi.json",
      document: describeApi("v1", env.baseUrl) as unknown as OpenApi,
    },
  ];
  return (
    <DocsPage
      path="/docs/api"
      title="API reference"
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
