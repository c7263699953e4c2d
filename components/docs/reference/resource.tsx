import Link from "next/link";
import { CodeBlock } from "../code-block";
import { DocsSection } from "../docs-page";
import { Code, Words } from "../words";
import { Endpoint } from "./endpoint";
import { ErrorList, listHeaders } from "./endpoint-answers";
import { Events } from "./events";
import { MemberTable } from "./member-table";
import { listMembers } from "./members";
import { isKeyed, type OpenApi, resolve } from "./read-openapi";
import type { Resource as ResourcePage } from "./resources";
import { anchorOf, findCommonHeaders, listErrors, listSharedShapes } from "./shapes";
import { writeSetUp } from "./subjects";
import { writeAnswer, writeRequests } from "./write-example";

/** A page of the reference: what its examples need, its endpoints or events, then the shapes that several of them share. */
export function Resource({ document, operations }: ResourcePage) {
  return (
    <>
      <SetUp document={document} operations={operations} />
      {operations.map(({ path, method, operation }) => (
        <Endpoint
          key={operation.operationId}
          document={document}
          path={path}
          method={method}
          operation={operation}
        />
      ))}
      <Events document={document} />
      <CommonErrors document={document} />
      <CommonHeaders document={document} />
      {[...listSharedShapes(document)].map((shape) => (
        <Shape key={shape} name={shape} document={document} />
      ))}
    </>
  );
}

/** How a reader gets what the examples name; nothing where they name nothing. */
function SetUp({ document, operations }: Pick<ResourcePage, "document" | "operations">) {
  const commands = operations.flatMap(({ method, path, operation }) =>
    writeRequests(document, method, path, operation).map(({ text }) => text),
  );
  const steps = writeSetUp(document.servers?.[0]?.url ?? "", commands);
  const hasKey = operations.some(({ operation }) => isKeyed(document, operation));
  if (!hasKey && steps.length === 0) return null;
  return (
    <DocsSection id="set-up" title="Before you start">
      {hasKey && (
        <>
          <p>
            The examples read a key from <Code>API_KEY</Code>: a production key of a Pro account with every
            permission.{" "}
            <Link href="/docs/with-a-key#key" prefetch={false} className="link">
              Make a key
            </Link>
          </p>
          <CodeBlock label="Shell" language="text" text="export API_KEY='qr_live_…'" canCopy />
        </>
      )}
      {steps.length > 0 && (
        <>
          <p>Create what they name, and keep its id. Then every example works, from top to bottom.</p>
          {steps.map(({ variable, label, text }) => (
            <CodeBlock key={variable} label={label} language="sh" text={text} canCopy />
          ))}
        </>
      )}
    </DocsSection>
  );
}

function CommonErrors({ document }: { document: OpenApi }) {
  const errors = listErrors(document);
  if (errors.length === 0) return null;
  return (
    <DocsSection id={`${document.anchor}-errors`} title="Errors of every endpoint on this page">
      <ErrorList errors={errors} />
    </DocsSection>
  );
}

function CommonHeaders({ document }: { document: OpenApi }) {
  const headers = listHeaders(findCommonHeaders(document));
  if (headers.length === 0) return null;
  const title = "Headers of every successful answer";
  return (
    <DocsSection id={`${document.anchor}-headers`} title={title}>
      <MemberTable label={title} members={headers} />
    </DocsSection>
  );
}

/** A shape that stands within several bodies and answers. */
function Shape({ name, document }: { name: string; document: OpenApi }) {
  const schema = { $ref: `#/components/schemas/${name}` };
  return (
    <DocsSection id={anchorOf(document, name)} title={name}>
      <p>
        <Words text={resolve(schema, document).description ?? ""} />
      </p>
      <MemberTable label={`Members of ${name}`} members={listMembers(schema, document)} />
      <CodeBlock label={name} language="json" text={writeAnswer(schema, document)} />
    </DocsSection>
  );
}
