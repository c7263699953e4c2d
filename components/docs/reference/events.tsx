import { CodeBlock } from "../code-block";
import { DocsSection } from "../docs-page";
import { Words } from "../words";
import { MemberTable } from "./member-table";
import { describeMember, listMembers } from "./members";
import { listEvents, type OpenApi } from "./read-openapi";
import { writeAnswer } from "./write-example";

/** What an interface sends of its own accord: the headers once, then the body of each kind. */
export function Events({ document }: { document: OpenApi }) {
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
