import "../../../ui/form/strict-zod";
import { newCodeSchema } from "@/lib/codes/schema";
import { encodeContent } from "@/lib/content";
import type { ContentType } from "@/lib/content/schema";
import { type ErrorDetail, ServiceError } from "@/lib/platform/errors";
import type { Row } from "../row";
import { readKind, readType } from "../type-words";
import { type RowFault, sayContent, sayName } from "./fault-words";

/** Everything that is wrong with a row, by what the server would judge it by; empty: nothing that can be seen here. */
export function judgeRow(row: Row): RowFault[] {
  const type = readType(row.type);
  return [
    ...judgeName(row.name),
    ...judgeType(row, type),
    ...judgeContent(row.content, type),
    ...judgeKind(row),
  ];
}

function judgeName(name: string): RowFault[] {
  const { error } = newCodeSchema.shape.name.safeParse(name);
  const issue = error?.issues[0];
  if (issue === undefined) return [];
  return [{ column: "name", code: issue.code, words: sayName(name, issue.code) }];
}

function judgeType({ type }: Row, known: ContentType | null): RowFault[] {
  if (known !== null) return [];
  const words = type.trim() === "" ? "A type is missing." : `“${type}” isn't a type.`;
  return [{ column: "type", code: "type", words }];
}

function judgeKind({ kind }: Row): RowFault[] {
  if (readKind(kind) !== null) return [];
  return [{ column: "kind", code: "kind", words: "Kind is dynamic or static." }];
}

function judgeContent(content: string, type: ContentType | null): RowFault[] {
  if (content === "") return [{ column: "content", code: "required", words: "Content is missing." }];
  if (type === null) return [];
  try {
    encodeContent(type, content);
    return [];
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const details = fault.details ?? [{ field: "content", code: fault.code, message: fault.message }];
    return details.map((detail) => presentDetail(detail, type, content));
  }
}

/** What the server found beyond that, at the cell that it is about. */
export function presentServerFaults(row: Row, details: readonly ErrorDetail[], error: string): RowFault[] {
  const type = readType(row.type) ?? "text";
  const known = details.length === 0 ? [{ field: "content", code: "refused", message: error }] : details;
  return known.map((detail) => presentDetail(detail, type, row.content));
}

function presentDetail(detail: ErrorDetail, type: ContentType, content: string): RowFault {
  if (detail.field === "name") return { column: "name", code: detail.code, words: sayName("", detail.code) };
  const member = /^content\.(\w+)$/.exec(detail.field)?.[1];
  return {
    column: "content",
    code: detail.code,
    words: sayContent(detail, type, content),
    ...(member === undefined ? {} : { member }),
  };
}
