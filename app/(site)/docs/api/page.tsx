import type { Metadata } from "next";
import { DocsPage } from "@/components/docs/docs-page";
import { Endpoint } from "@/components/docs/reference/endpoint";
import type { OpenApi } from "@/components/docs/reference/read-openapi";
import { Words } from "@/components/docs/words";
import { describeApi } from "@/lib/http";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "API reference" };

/** Made from the same OpenAPI document that clients get; see docs/decisions/0003-api-reference.md. */
export default function ApiReferencePage() {
  const document = describeApi("public", env.baseUrl) as unknown as OpenApi;
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const [lead = "", ...rules] = (document.info.description ?? "").split("\n").filter((line) => line !== "");
  return (
    <DocsPage
      path="/docs/api"
      title="API reference"
      lead={
        <>
          <Words text={lead} /> Version {document.info.version}. For machines:{" "}
          <a className="link" href="/api/public/qr-codes/openapi.json">
            openapi.json
          </a>
          .
        </>
      }
    >
      <ul className="mt-6 list-disc pl-5 text-ink-2">
        {rules.map((rule) => (
          <li key={rule} className="max-w-[66ch] py-0.5">
            <Words text={rule.replace(/^- /, "")} />
          </li>
        ))}
      </ul>
      <nav aria-label="Endpoints" className="mt-6">
        <ul>
          {endpoints.map(({ path, method, operation }) => (
            <li key={operation.operationId}>
              <a
                href={`#${operation.operationId}`}
                className="-mx-2 flex items-baseline gap-3 rounded-medium px-2 py-1 font-mono text-mono hover:bg-canvas touch:min-h-11 touch:items-center"
              >
                <span className="w-10 shrink-0 text-ink-3">{method}</span>
                <span className="min-w-0 text-accent [overflow-wrap:anywhere]">{path}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {endpoints.map(({ path, method, operation }) => (
        <Endpoint
          key={operation.operationId}
          document={document}
          path={path}
          method={method}
          operation={operation}
        />
      ))}
    </DocsPage>
  );
}
