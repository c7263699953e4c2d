import { TextLink } from "../../ui/links";
import { CodeBlock } from "../code-block";
import { Code, DocsSection, Words } from "../docs-page";
import {
  describeMember,
  EndpointAnswers,
  ErrorList,
  listHeaders,
  listMembers,
  MemberTable,
} from "./endpoint-answers";
import type { Resource as ResourcePage } from "./interface";
import { isKeyed, listEvents, type OpenApi, type Operation, resolve } from "./read-openapi";
import { anchorOf, findCommonHeaders, listErrors, listSharedShapes } from "./shapes";
import { writeAnswer, writeRequests, writeSetUp } from "./write-example";

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
            permission. <TextLink href="/docs/with-a-key#key">Create a key</TextLink>
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

/** What an interface sends of its own accord: the headers once, then the body of each kind. */
function Events({ document }: { document: OpenApi }) {
  const events = listEvents(document);
  const [first] = events;
  if (first === undefined) return null;
  const headers = (first.operation.parameters ?? []).map(({ name, required, schema }) =>
    describeMember(name, required === true, schema),
  );
  return (
    <>
      <DocsSection id={`${document.anchor}-events`} title="What your endpoint is sent">
        <p>
          A POST of JSON for each event, with these headers. How to take it is on the page about{" "}
          <a className="link" href="/docs/webhooks">
            webhooks
          </a>
          .
        </p>
        <MemberTable label="Headers of every delivery" members={headers} />
      </DocsSection>
      {events.map(({ type, operation }) => {
        const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
        return (
          <DocsSection key={type} id={operation.operationId} title={operation.summary}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-code text-ink">
              <strong className="rounded-small bg-accent-tint px-1.5 py-0.5 font-medium text-accent">
                POST
              </strong>
              <span className="[overflow-wrap:anywhere]">{type}</span>
            </p>
            <p>
              <Words text={operation.description ?? ""} />
            </p>
            <MemberTable label={`Body of ${type}`} members={listMembers(schema, document)} />
            <CodeBlock label={type} language="json" text={writeAnswer(schema, document)} />
          </DocsSection>
        );
      })}
    </>
  );
}

interface EndpointProps {
  document: OpenApi;
  method: string;
  path: string;
  operation: Operation;
}

/** One endpoint: what it does, what it takes, an example of both, and what it answers. */
function Endpoint({ document, method, path, operation }: EndpointProps) {
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    ...describeMember(parameter.name, parameter.required === true, parameter.schema),
    type: `${describeMember("", false, parameter.schema).type}, in the ${parameter.in}`,
  }));
  const body = operation.requestBody?.content["application/json"];
  return (
    <DocsSection id={operation.operationId} title={operation.summary}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-code text-ink">
        <strong className="rounded-small bg-accent-tint px-1.5 py-0.5 font-medium text-accent">
          {method}
        </strong>
        <span className="[overflow-wrap:anywhere]">{path}</span>
      </p>
      <p>
        <Words text={operation.description ?? ""} />
      </p>
      {parameters.length > 0 && <h3>Parameters</h3>}
      <MemberTable label={`Parameters of ${method} ${path}`} members={parameters} />
      {body?.schema && (
        <>
          <h3>Body</h3>
          <MemberTable label={`Body of ${method} ${path}`} members={listMembers(body.schema, document)} />
        </>
      )}
      <h3>Example</h3>
      {writeRequests(document, method, path, operation).map(({ label, text }) => (
        <CodeBlock key={label} label={label} language="sh" text={text} />
      ))}
      <EndpointAnswers document={document} operation={operation} />
    </DocsSection>
  );
}
