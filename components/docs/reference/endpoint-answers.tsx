import { CodeBlock } from "../code-block";
import { Words } from "../prose";
import { listMembers, type Member, MemberTable } from "./members";
import { isKeyed, type OpenApi, type Operation, type Response, type Schema } from "./read-openapi";
import { findCommonHeaders, findShownAt, listErrors, listShapes, listSuccesses } from "./shapes";
import { writeAnswer } from "./write-example";

/** What an endpoint answers: its success with members and headers, then its errors, each linked to its own section. */
export function EndpointAnswers({ document, operation }: { document: OpenApi; operation: Operation }) {
  const successes = listSuccesses(operation.responses);
  const common = isKeyed(document, operation) ? findCommonHeaders(document) : {};
  return (
    <>
      {successes.map(([status, response], place) => (
        <Success
          key={status}
          status={status}
          response={response}
          document={document}
          operation={operation}
          common={common}
          alike={successes.slice(0, place).find(([, earlier]) => isAlike(earlier, response))?.[0]}
        />
      ))}
      <h3>Errors</h3>
      <ErrorList errors={listErrors(document, operation)} />
      {listErrors(document).length > 0 && (
        <p>
          And{" "}
          <a href={`#${document.anchor}-errors`} className="link">
            those of every endpoint on this page
          </a>
          .
        </p>
      )}
    </>
  );
}

/** Error codes by status, each with its explanation. */
export function ErrorList({ errors }: { errors: ReturnType<typeof listErrors> }) {
  if (errors.length === 0) return null;
  return (
    <ul className="errors">
      {errors.map(({ status, codes }) => (
        <li key={status}>
          {status}
          <span>
            {codes.map((code) => (
              <a key={code} href={`/docs/errors#${code}`}>
                {code}
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Whether two answers have bodies of one shape that has a name. */
function isAlike(one: Response, other: Response): boolean {
  const [name, otherName] = [one, other].map(({ content }) => content?.["application/json"]?.schema?.$ref);
  return name !== undefined && name === otherName;
}

interface SuccessProps {
  status: string;
  response: Response;
  document: OpenApi;
  operation: Operation;
  common: Response["headers"];
  alike: string | undefined;
}

function Success({ alike, ...answer }: SuccessProps) {
  return (
    <>
      <h3>Answer {answer.status}</h3>
      <p className="mt-1">
        <Words text={answer.response.description} />
        {alike !== undefined && ` Body and headers are those of the answer ${alike}.`}
      </p>
      {alike === undefined && <Contents {...answer} />}
    </>
  );
}

/** Headers as lines of the reference, those left out that are told of elsewhere. */
export function listHeaders(headers: Response["headers"], told: Response["headers"] = {}): Member[] {
  return Object.entries(headers ?? {})
    .filter(([name]) => !(name in told))
    .map(([name, header]) => ({
      path: name,
      isRequired: false,
      type: header.required === true ? "header, always" : "header",
      bounds: header.example === undefined ? [] : [`for example \`${header.example}\``],
      description: header.description ?? "",
    }));
}

function Contents({ status, response, document, operation, common }: Omit<SuccessProps, "alike">) {
  const media = Object.entries(response.content ?? {});
  return (
    <>
      {media.flatMap(([type, { schema }]) =>
        listShapes(schema).map((shape) => (
          <Shape
            key={`${type} ${shape?.$ref}`}
            type={type}
            shape={shape}
            status={status}
            document={document}
            operation={operation}
          />
        )),
      )}
      <MemberTable
        label={`Headers of the answer ${status}`}
        members={listHeaders(response.headers, common)}
      />
    </>
  );
}

/** One of the shapes that an answer of this status can have; one that the page has shown already is a link to it. */
function Shape({ type, shape, status, document, operation }: ShapeProps) {
  const members = shape ? listMembers(shape, document) : [];
  const name = shape?.$ref?.split("/").at(-1);
  const shownAt = shape && findShownAt(document, shape);
  const label = (
    <span className="font-mono text-mono text-ink-3">
      {type}
      {name !== undefined && `, ${name}`}
    </span>
  );
  if (shownAt !== undefined && shownAt.operationId !== operation.operationId)
    return (
      <p className="mt-4">
        {label}, as in{" "}
        <a href={`#${shownAt.operationId}`} className="link">
          {shownAt.summary}
        </a>
        .
      </p>
    );
  return (
    <>
      <p className="mt-4">{label}</p>
      <MemberTable label={`Members of ${name ?? `the answer ${status}`}`} members={members} />
      {members.length > 0 && shape && (
        <CodeBlock label={name ?? `Answer ${status}`} language="json" text={writeAnswer(shape, document)} />
      )}
    </>
  );
}

interface ShapeProps {
  type: string;
  shape: Schema | undefined;
  status: string;
  document: OpenApi;
  operation: Operation;
}
