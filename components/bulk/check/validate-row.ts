import "../../ui/form/strict-zod";
import { newCodeSchema } from "@/lib/codes/schema";
import { encodeContent } from "@/lib/content";
import type { ContentType } from "@/lib/content/schema";
import { noDomain } from "@/lib/imports/schema";
import { type ErrorDetail, ServiceError } from "@/lib/platform/errors";
import { domainFieldMessages, slugMessages } from "../../codes/slug-messages";
import { describeSlugFault } from "../../codes/slug-words";
import { listNoteFaults, listTagFaults, tagMessages } from "../../codes/tags";
import { formatFault } from "../../qr-builder/draft/messages";
import { asSentence, formatDetail } from "../../ui/form/answer";
import { answerColumns } from "../extras";
import { type Column, columnNames, type Row } from "../row";
import { readAnswer, readKind, readType } from "../type-words";

const forms: Partial<Record<ContentType, string>> = {
  wifi: 'A network is written as {"ssid":"Guests","password":"…"}.',
  contact: 'A contact is written as {"firstName":"Ada","lastName":"Lovelace"}.',
  vcard: 'A vCard is written as {"firstName":"Ada","lastName":"Lovelace"}.',
  email: "An email code has an address such as ada@example.com.",
};

/**
 * Everything that is wrong with a row, by what the server would judge it by; empty: nothing that can be seen here.
 *
 * @param hasOwnDefault whether rows without a domain get one of the account's.
 */
export function validateRow(row: Row, hasOwnDefault = false): RowFault[] {
  const type = readType(row.type);
  return [
    ...validateName(row.name),
    ...validateType(row, type),
    ...validateContent(row.content, type),
    ...validateKind(row),
    ...validateExtras(row, hasOwnDefault),
    ...validateTargets(row, type),
  ];
}

function validateName(name: string): RowFault[] {
  const { error } = newCodeSchema.shape.name.safeParse(name);
  const issue = error?.issues[0];
  if (issue === undefined) return [];
  return [{ column: "name", code: issue.code, words: formatName(name, issue.code) }];
}

function validateType({ type }: Row, known: ContentType | null): RowFault[] {
  if (known !== null) return [];
  const words = type.trim() === "" ? "A type is missing." : `“${type}” isn't a type.`;
  return [{ column: "type", code: "type", words }];
}

function validateKind({ kind }: Row): RowFault[] {
  if (readKind(kind) !== null) return [];
  return [{ column: "kind", code: "kind", words: "Kind is dynamic or static." }];
}

function validateExtras(row: Row, hasOwnDefault: boolean): RowFault[] {
  const { kind, tags = "", note = "", slug = "", domain = "" } = row;
  const isStatic = readKind(kind) === false;
  const { tags: tagFault } = listTagFaults(tags);
  const { note: noteFault } = listNoteFaults(note);
  const found = {
    ...{ tags: tagFault, note: noteFault },
    ...Object.fromEntries(answerColumns.map((column) => [column, findAnswerFault(row, column)])),
    slug:
      slug === ""
        ? undefined
        : isStatic
          ? dynamicOnly
          : describeSlugFault(slug, domain === "" ? hasOwnDefault : domain !== noDomain),
    domain: domain !== "" && isStatic ? dynamicOnly : undefined,
  };
  return Object.entries(found).flatMap(([column, words]) =>
    words === undefined ? [] : [{ column: column as Column, code: column, words }],
  );
}

function findAnswerFault(row: Row, column: (typeof answerColumns)[number]): string | undefined {
  return readAnswer(row[column] ?? "") === null ? `${columnNames[column]} is yes or no.` : undefined;
}

const targetColumns = ["routes", "utm", "passQuery", "appendScanId"] as const;
type TargetColumn = (typeof targetColumns)[number];

/** Where a dynamic code leads: JSON as the export writes it. */
function validateTargets(row: Row, type: ContentType | null): RowFault[] {
  const isFixed = readKind(row.kind) === false || (type !== null && type !== "url");
  return targetColumns.flatMap((column) => {
    const cell = row[column] ?? "";
    const isAnswer = column === "passQuery" || column === "appendScanId";
    if (cell === "" || (isAnswer && readAnswer(cell) !== true)) return [];
    if (isFixed) return [{ column, code: "dynamic_only", words: dynamicAddressOnly }];
    return isAnswer ? [] : validateJson(column, cell);
  });
}

const dynamicAddressOnly = "This works only for dynamic codes that open a web address.";

function validateJson(column: "routes" | "utm", cell: string): RowFault[] {
  let value: unknown;
  try {
    value = JSON.parse(cell);
  } catch {
    const words = `${columnNames[column]}: not JSON. Copy it from an export, or remove it.`;
    return [{ column, code: "json", words }];
  }
  const { error } = newCodeSchema.shape.settings.safeParse({ [column]: value });
  const issue = error?.issues[0];
  if (issue === undefined) return [];
  const isOther = issue.path.length === 1 && issue.code === "invalid_type";
  const words = isOther
    ? `${columnNames[column]}: not as an export writes them. Copy them from one.`
    : formatTargetFault(column, issue.path, issue.message);
  return [{ column, code: issue.code, words }];
}

/** `path` begins with the column; of rules the second is the rule's place, counted from 0. */
function formatTargetFault(
  column: TargetColumn,
  [, ...path]: readonly PropertyKey[],
  message: string,
): string {
  const isRule = column === "routes" && path[0] !== undefined;
  const where = isRule ? `Rule ${Number(path[0]) + 1}` : columnNames[column];
  const member = path.slice(isRule ? 1 : 0).join(".");
  return asSentence([`${where}:`, member, message].filter(Boolean).join(" "));
}

/** The column that a fault of the server is about, where it is one of these. */
function findTargetColumn(field: string): TargetColumn | undefined {
  const [, member] = /^settings\.(\w+)/.exec(field) ?? [];
  return targetColumns.find((column) => column === member);
}

const dynamicOnly = "Only a dynamic code has a short link.";

function validateContent(content: string, type: ContentType | null): RowFault[] {
  if (content === "") return [{ column: "content", code: "required", words: "Content is missing." }];
  if (type === null) return [];
  try {
    encodeContent(type, content);
    return [];
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const details = fault.details ?? [{ field: "content", code: fault.code, message: fault.message }];
    return details.map((detail) => presentDetail(detail, type, { content }));
  }
}

/** What the server found beyond that, at the cell that it is about. */
export function presentServerFaults(row: Row, details: readonly ErrorDetail[], error: string): RowFault[] {
  const type = readType(row.type) ?? "text";
  const known = details.length === 0 ? [{ field: "content", code: "refused", message: error }] : details;
  return known.map((detail) => presentDetail(detail, type, row));
}

function presentDetail(
  detail: ErrorDetail,
  type: ContentType,
  { content, slug, domain }: Pick<Row, "content" | "slug" | "domain">,
): RowFault {
  if (detail.field === "name")
    return { column: "name", code: detail.code, words: formatName("", detail.code) };
  const [column] = detail.field.split(".");
  if (column === "tags" || column === "note") {
    const known = detail.code === "quota_exceeded" ? tagMessages : {};
    return { column, code: detail.code, words: formatDetail(detail, known, "") };
  }
  if (column === "slug")
    return { column, code: detail.code, words: formatDetail(detail, slugMessages, slug) };
  if (column === "domain")
    return { column, code: detail.code, words: formatDetail(detail, domainFieldMessages, domain) };
  const target = findTargetColumn(detail.field);
  if (target !== undefined) {
    const { field, code, message } = detail;
    const says = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
    const words = formatTargetFault(target, field.split(".").slice(1), says);
    return { column: target, code, words };
  }
  const member = /^content\.(\w+)$/.exec(detail.field)?.[1];
  return {
    column: "content",
    code: detail.code,
    words: formatContent(detail, type, content),
    ...(member === undefined ? {} : { member }),
  };
}

export interface RowFault {
  column: Column;
  code: string;
  words: string;
  /** Member of a content that has several: `password`. */
  member?: string;
}

function formatName(name: string, code: string): string {
  if (name === "" || code === "too_small") return "A name is missing.";
  if (code === "too_big") return `A name has at most 200 characters. This one has ${[...name].length}.`;
  return "A name has no line breaks and no control characters.";
}

function formatContent(detail: ErrorDetail, type: ContentType, content: string): string {
  const { field, code, message } = detail;
  if (field.startsWith("settings"))
    return `With this style: ${asSentence(message.replace(/^settings\./, ""))}`;
  const isPhone = field === "content.phone" || (type === "sms" && field === "content");
  if (isPhone && code === "invalid_format") return formatNumber(content);
  if (code === "blocked") return "It opens an address that this service blocks.";
  if (type === "url" && field === "content")
    return formatAddress(detail) ?? formatFault(detail, { tab: type, raw: null });
  if (field === "content" && code === "invalid_format") return forms[type] ?? asSentence(message);
  return formatFault(detail, { tab: type, raw: null });
}

function formatNumber(content: string): string {
  const digits = content.replace(/\D/g, "").length;
  if (/^\+?[\d .()-]+$/.test(content) && !content.startsWith("{")) {
    return `A phone number has 3 to 15 digits. This one has ${digits}.`;
  }
  return "A phone number has digits only, with + in front if you like.";
}

function formatAddress({ code, message }: ErrorDetail): string | undefined {
  if (code === "not_allowed") {
    if (message.includes("user name"))
      return "An address with a user name or password in it can't be dynamic.";
    if (message.includes("short URL"))
      return "This is a short link of this service, so it would cause a redirect loop. Enter its target instead.";
    return "Start it with http:// or https://.";
  }
  if (message.includes("begin or end with a space")) return "There is a space before or after the address.";
  if (message.includes("spaces")) return "An address has no spaces in it.";
  if (message.includes("backslash")) return "An address has / between its parts, not \\.";
  if (message.includes("two slashes"))
    return "Two slashes and a host follow the scheme, as in https://example.com.";
  if (message.includes("no address")) return "No browser can open this address. Check its host and port.";
  return undefined;
}
