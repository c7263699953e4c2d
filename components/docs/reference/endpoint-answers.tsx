import { createElement } from "react";
import { CodeBlock } from "../code-block";
import { Words } from "../docs-page";
import { isKeyed, type OpenApi, type Operation, type Response, resolve, type Schema } from "./read-openapi";
import { findCommonHeaders, findShape, findShownAt, listErrors, listShapes, listSuccesses } from "./shapes";
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

/** Parameters or members, one a line: name and type at the left, what it means and its bounds at the right. */
export function MemberTable({ label, members }: { label: string; members: readonly Member[] }) {
  if (members.length === 0) return null;
  // As arguments rather than an array, rows need no keys, which the page would hold beside the names.
  return createElement("dl", { "aria-label": label, className: "members" }, ...members.map(toRow));
}

function toRow(member: Member) {
  return (
    <>
      <dt>
        <code>{member.path}</code>
        <TypeWords {...member} />
        {member.isRequired && <span>, required</span>}
      </dt>
      <dd>
        <Words text={member.description} />
        {member.bounds.length > 0 && (
          <span>
            <Words text={member.bounds.map(capitalise).join(". ")} />
          </span>
        )}
      </dd>
    </>
  );
}

function TypeWords({ type, shape }: Member) {
  if (shape === undefined) return type;
  const [before, after] = type.split(shape.name);
  return (
    <>
      {before}
      <a href={shape.href}>{shape.name}</a>
      {after}
    </>
  );
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One line of the reference: a parameter or a member by its dotted path. */
interface Member {
  path: string;
  isRequired: boolean;
  type: string;
  /** The part of `type` that has a section of its own. */
  shape?: { name: string; href: string };
  /** Bounds, pattern and default in words; empty where there are none. */
  bounds: string[];
  description: string;
}

/** The members of an object schema, those of its objects after it under their dotted path; shared shapes as links. */
export function listMembers(schema: Schema, document: OpenApi, prefix = ""): Member[] {
  const { properties = {}, required = [] } = resolve(schema, document);
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const resolved = resolve(property, document);
    const member = describeMember(path, required.includes(name), resolved);
    const shape = findShape(property, document);
    if (shape !== undefined) {
      const type = member.type.replace(/^(array of )?\w+/, `$1${shape.name}`);
      return [{ ...member, type, shape }];
    }
    const items = resolved.items && resolve(resolved.items, document);
    if (items?.properties)
      return [
        { ...member, type: formatType({ ...resolved, items }) },
        ...listMembers(items, document, `${path}[].`),
      ];
    return [member, ...listMembers(resolved, document, `${path}.`)];
  });
}

export function describeMember(path: string, isRequired: boolean, schema: Schema): Member {
  return {
    path,
    isRequired,
    type: formatType(schema),
    bounds: formatBounds(schema),
    description: schema.description ?? "",
  };
}

function formatType({ type, items, format, ...schema }: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = Array.isArray(type) ? type : [type];
  const [plain = "any"] = types.filter((name) => name !== "null");
  return `${formatPlainType(plain, format, items)}${types.includes("null") ? " or null" : ""}`;
}

function formatPlainType(plain: string, format: string | undefined, items: Schema | undefined): string {
  if (plain === "array") return `array of ${items ? formatType(items) : "any"}`;
  if (plain === "integer") return "whole number";
  return format === "uri" || format === "date-time" ? `${plain}, ${format}` : plain;
}

function formatBounds({
  enum: values,
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  pattern,
  format,
  ...schema
}: Schema): string[] {
  const bounds: string[] = [];
  if (values) bounds.push(`one of ${values.map((value) => `\`${value}\``).join(", ")}`);
  bounds.push(...formatRange(minimum, maximum));
  if (minLength !== undefined && maxLength !== undefined) {
    bounds.push(`${say(minLength)} to ${say(maxLength)} characters`);
  }
  if (minItems !== undefined && maxItems !== undefined)
    bounds.push(`${say(minItems)} to ${say(maxItems)} items`);
  // The type names a format, whose pattern says the same at length.
  if (pattern !== undefined && format !== "date-time") bounds.push(formatPattern(pattern));
  if (schema.default !== undefined) bounds.push(`default \`${schema.default}\``);
  return bounds;
}

function formatPattern(pattern: string): string {
  return pattern.startsWith("^[^\\u0000-") ? "no control characters" : `matches \`${pattern}\``;
}

/** Bounds of a number; those that only say that it is a whole one are none. */
function formatRange(minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY): string[] {
  const [hasLeast, hasMost] = [minimum > Number.MIN_SAFE_INTEGER, maximum < Number.MAX_SAFE_INTEGER];
  if (hasLeast && hasMost) return [`${say(minimum)} to ${say(maximum)}`];
  if (hasLeast) return [`${say(minimum)} or more`];
  return hasMost ? [`${say(maximum)} at most`] : [];
}

const say = (value: number): string => value.toLocaleString("en-GB");
