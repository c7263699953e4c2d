import { CodeBlock } from "../code-block";
import { DocsSection } from "../docs-page";
import { Words } from "../words";
import { EndpointAnswers } from "./endpoint-answers";
import { MemberTable } from "./member-table";
import { describeMember, listMembers } from "./members";
import type { OpenApi, Operation } from "./read-openapi";
import { writeRequests } from "./write-example";

interface EndpointProps {
  document: OpenApi;
  method: string;
  path: string;
  operation: Operation;
}

/** One endpoint: what it does, what it takes, an example of both, and what it answers. */
export function Endpoint({ document, method, path, operation }: EndpointProps) {
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
      {parameters.length > 0 && <h3 className="part">Parameters</h3>}
      <MemberTable label={`Parameters of ${method} ${path}`} members={parameters} />
      {body?.schema && (
        <>
          <h3 className="part">Body</h3>
          <MemberTable label={`Body of ${method} ${path}`} members={listMembers(body.schema, document)} />
        </>
      )}
      <h3 className="part">Example</h3>
      {writeRequests(document, method, path, operation).map(({ label, text }) => (
        <CodeBlock key={label} label={label} language="sh" text={text} />
      ))}
      <EndpointAnswers document={document} operation={operation} />
    </DocsSection>
  );
}
