import type { Metadata } from "next";
import { CodeBlock } from "@/components/docs/code-block";
import { Code, DocLink, DocsPage, DocsSection, Words } from "@/components/docs/docs-page";
import { errorCatalogue } from "@/lib/http";
import { env } from "@/lib/platform/env";
import { type ErrorCode, errorCodes, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { exampleDetails } from "./example-details";

export const metadata: Metadata = { title: "Errors" };

export default function ErrorsPage() {
  return (
    <DocsPage
      path="/docs/errors"
      title="Errors"
      lead={
        <>
          Every error is JSON of the same shape. <Code>error</Code> is for people, <Code>code</Code> for
          programs, <Code>details</Code> lists every problem at once with its limits, and{" "}
          <Code>requestId</Code> is what to quote to support.
        </>
      }
    >
      <ErrorList />
      {errorCodes.map((code) => (
        <ErrorSection key={code} code={code} />
      ))}
    </DocsPage>
  );
}

function ErrorList() {
  return (
    <nav aria-label="Error codes" className="mt-8">
      <ul className="columns-1 gap-x-8 sm:columns-2">
        {errorCodes.map((code) => (
          <li key={code} className="break-inside-avoid">
            <a
              href={`#${code}`}
              className="flex items-baseline gap-3 rounded-medium px-2 py-1 hover:bg-canvas touch:min-h-11 touch:items-center"
            >
              <span className="w-8 shrink-0 text-small text-ink-3">{errorCatalogue[code].status}</span>
              <span className="min-w-0 font-mono text-mono text-accent [overflow-wrap:anywhere]">{code}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const guides: Partial<Record<ErrorCode, { href: string; name: string }>> = {
  missing_api_key: { href: "/docs/with-a-key#key", name: "Create a key" },
  rate_limited: { href: "/docs/with-a-key#limits", name: "Limits of a key" },
  idempotency_key_reused: { href: "/docs/with-a-key#idempotency", name: "Retry safely" },
  webhook_url_not_public: { href: "/docs/webhooks#address", name: "The address of a webhook" },
};

function ErrorSection({ code }: { code: ErrorCode }) {
  const { status, title, meaning, remedy } = errorCatalogue[code];
  const guide = guides[code];
  return (
    <DocsSection id={code} title={title}>
      <p className="flex flex-wrap items-center gap-x-3 text-small">
        <Code>{code}</Code>
        <span className="text-ink-3">HTTP {status}</span>
      </p>
      <p>
        <Words text={meaning} />
      </p>
      <p>
        <strong className="font-medium text-ink">What to do.</strong> <Words text={remedy} />
      </p>
      {guide && (
        <p>
          <DocLink href={guide.href}>{guide.name}</DocLink>
        </p>
      )}
      <CodeBlock label={`Example of ${code}`} language="json" text={writeExample(code)} />
    </DocsSection>
  );
}

function writeExample(code: ErrorCode): string {
  const { title, remedy } = errorCatalogue[code];
  const details = exampleDetails[code];
  const message = details?.[0]?.message ?? title;
  const body = {
    error: mergeErrors([new ServiceError(code, message, details && { details })]).message,
    code,
    ...(details && { details }),
    hint: remedy,
    docs: `${env.baseUrl}/docs/errors#${code}`,
    requestId: "req_4kq8Zt0bW3nR7sYc1dEf",
  };
  return JSON.stringify(body, null, 2);
}
