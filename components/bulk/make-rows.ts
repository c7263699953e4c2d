import type { ContentType } from "@/lib/content/schema";
import { typeNames } from "../codes/type-names";
import { answerColumns, answerNames, pickExtras } from "./extras";
import { type Field, fieldNames, partsOf, plain, readHeading } from "./fields";
import type { Line, Table } from "./read-table";
import { kindNames, type Row } from "./row";
import { guessType, isDynamicColumn, readAnswer, readKind, readType, suggestType } from "./type-words";

const most = 40;

export interface Plan {
  hasHeading: boolean;
  mapping: Mapping;
  type: ContentType;
  isDynamic: boolean;
  /** `{row}` becomes 1, 2, 3 …; where no column has names. */
  namePattern: string;
}

export function makeRows({ lines }: Table, plan: Plan): Row[] {
  const data = lines.slice(plan.hasHeading ? 1 : 0);
  const heading = plan.hasHeading ? lines[0]?.cells[plan.mapping.indexOf("kind")] : undefined;
  const isAsked = heading !== undefined && isDynamicColumn(heading);
  return data.map(({ at, cells }, index) => {
    const read = (field: Field) => {
      const column = plan.mapping.indexOf(field);
      return column === -1 ? undefined : (cells[column] ?? "");
    };
    const type = read("type")?.trim() ?? typeNames[plan.type];
    const known = readType(type);
    return {
      id: at,
      name: (read("name") ?? plan.namePattern.replaceAll("{row}", String(index + 1))).trim(),
      // A type is shown by one name, whichever of its names the file has.
      type: known === null ? type : typeNames[known],
      content: readContent(read, known),
      kind: writeKind(read("kind")?.trim(), isAsked) ?? kindNames[plan.isDynamic ? "dynamic" : "static"],
      ...readExtras(read),
    };
  });
}

/** In a column that is called “Dynamic”, yes and no say which; in any other they are a fault to be fixed. */
function writeKind(cell: string | undefined, isAsked: boolean): string | undefined {
  const answer = isAsked && cell !== undefined && cell !== "" ? readAnswer(cell) : null;
  return answer === null ? cell : kindNames[answer ? "dynamic" : "static"];
}

function readExtras(read: (field: Field) => string | undefined): Partial<Row> {
  const answers = answerColumns.map((column) => {
    const cell = read(column)?.trim();
    const answer = cell === undefined ? null : readAnswer(cell);
    // A yes is shown by one name, whichever of its names the file has.
    return [column, answer === null ? cell : answerNames[answer ? "yes" : "no"]] as const;
  });
  return pickExtras({
    tags: read("tags")?.trim(),
    note: read("codeNote")?.trim(),
    slug: read("slug")?.trim(),
    domain: read("domain")?.trim(),
    routes: read("routes")?.trim(),
    utm: read("utm")?.trim(),
    ...Object.fromEntries(answers),
  });
}

/** What a column of contents says, else what its parts say together, as the interface wants it. */
function readContent(read: (field: Field) => string | undefined, type: ContentType | null): string {
  const whole = read("content");
  if ((whole !== undefined && whole.trim() !== "") || type === null) return whole ?? "";
  const parts = partsOf[type].flatMap((field) => {
    const value = read(field)?.trim() ?? "";
    return value === "" ? [] : [[field, value] as const];
  });
  const [first] = parts;
  if (first === undefined) return whole ?? "";
  if (type === "url" || type === "text") return first[1];
  if (type === "email" && parts.length === 1 && first[0] === "email") return first[1];
  if (type === "sms" && parts.length === 1 && first[0] === "phone") return first[1];
  const renamed = parts.map(([field, value]) => [memberNames[`${type}.${field}`] ?? field, value]);
  return JSON.stringify(Object.fromEntries(renamed));
}

const memberNames: Record<string, string> = { "email.email": "to", "email.message": "body" };

export function hasContent({ mapping }: Pick<Plan, "mapping">, type: ContentType | null): boolean {
  if (mapping.includes("content")) return true;
  const types = type === null ? (Object.keys(partsOf) as ContentType[]) : [type];
  return types.some((one) => partsOf[one].some((field) => mapping.includes(field)));
}

export function guessTypeForAll(mapping: Mapping, contents: readonly string[]): ContentType {
  if (mapping.includes("ssid")) return "wifi";
  if (!mapping.includes("content")) return guessByParts(mapping);
  const counts = new Map<ContentType, number>();
  for (const text of contents) counts.set(guessType(text), (counts.get(guessType(text)) ?? 0) + 1);
  const [usual] = [...counts].sort(([, one], [, other]) => other - one);
  return usual?.[0] ?? "url";
}

function guessByParts(mapping: Mapping): ContentType {
  const has = (...fields: Field[]) => fields.some((field) => mapping.includes(field));
  if (has("firstName", "lastName", "organization")) return "contact";
  if (has("email", "subject")) return "email";
  return has("phone") ? "sms" : "url";
}

/** What each column of the file is; null: it is left out. */
type Mapping = readonly (Field | null)[];

export function guessHeading({ lines }: Table): boolean {
  const [first] = lines;
  if (first === undefined) return false;
  const known = first.cells.filter((cell) => readHeading(cell) !== undefined).length;
  const filled = first.cells.filter((cell) => cell.trim() !== "").length;
  const isData = first.cells.some((cell) => /^https?:\/\/|^WIFI:|^\{|@.+\./i.test(cell.trim()));
  return known > 0 && known * 2 >= filled && !isData;
}

/** By the headings first, then by what stands in the columns that none of them names. */
export function guessColumns({ lines, width }: Table, hasHeading: boolean): Mapping {
  const mapping: (Field | null)[] = Array(width).fill(null);
  const heading = hasHeading ? (lines[0]?.cells ?? []) : [];
  // A column that has a field's own name is that field, though one before it is called something near: an export has both
  // “Data” and “Content”.
  for (const [at, cell] of heading.entries()) {
    const field = readHeading(cell);
    const isOwnName = field !== undefined && plain(fieldNames[field]) === plain(cell);
    if (isOwnName && !mapping.includes(field)) mapping[at] = field;
  }
  for (const [at, cell] of heading.entries()) {
    const field = readHeading(cell);
    if (field !== undefined && !mapping.includes(field)) mapping[at] ??= field;
  }
  const data = lines.slice(hasHeading ? 1 : 0, most + 1);
  for (let at = 0; at < width; at += 1) {
    if (mapping[at] !== null) continue;
    const field = guessField(readColumn(data, at));
    // A heading that says something else is believed.
    const isNamed = hasHeading && (heading[at] ?? "").trim() !== "";
    if (field !== null && !mapping.includes(field) && !(isNamed && field === "name")) mapping[at] = field;
  }
  if (!hasHeading && !mapping.includes("name")) {
    const free = mapping.findIndex((field, at) => field === null && readColumn(data, at).length > 0);
    if (free !== -1 && mapping.includes("content")) mapping[free] = "name";
  }
  const note = mapping.indexOf("note");
  if (note !== -1 && !isPartNote(mapping)) mapping[note] = "codeNote";
  // A list of web pages may call them domains.
  const domain = mapping.indexOf("domain");
  if (domain !== -1 && !hasContent({ mapping }, null)) mapping[domain] = "content";
  return mapping;
}

/** Whether a column of notes is part of a contact or a text, else it is about the code itself. */
function isPartNote(mapping: Mapping): boolean {
  if (mapping.includes("content")) return false;
  const others = mapping.filter((field) => field !== "note");
  const isPerson = partsOf.contact.some((field) => field !== "note" && others.includes(field));
  return isPerson || !hasContent({ mapping: others }, null);
}

function guessField(cells: string[]): Field | null {
  if (cells.length === 0) return null;
  const share = (holds: (cell: string) => boolean) => cells.filter(holds).length / cells.length;
  if (share((cell) => readKind(cell) !== null) > 0.6) return "kind";
  if (share((cell) => readType(cell) !== null) > 0.6) return "type";
  if (share((cell) => suggestType("", cell) !== "text") > 0.6) return "content";
  return null;
}

export function readColumn(lines: readonly Line[], at: number): string[] {
  return lines.map(({ cells }) => cells[at] ?? "").filter((cell) => cell.trim() !== "");
}
