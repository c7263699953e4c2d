import type { Schemas } from "../src/index";
import { shorten, UsageError } from "./output";

/** The fields of a CSV file (RFC 4180), with commas, semicolons or tabs. Throws UsageError for an open quote. */
function readCsv(text: string): string[][] {
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const counted = [",", ";", "\t"].map((one) => ({ one, count: firstLine.split(one).length }));
  const separator = counted.sort((a, b) => b.count - a.count)[0]?.one ?? ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i]!;
    if (isQuoted && character === '"' && text[i + 1] === '"') {
      field += '"';
      i += 1;
    } else if (character === '"' && (isQuoted || field === "")) isQuoted = !isQuoted;
    else if (isQuoted || !`${separator}\r\n`.includes(character)) field += character;
    else if (character !== "\r") {
      row.push(field);
      field = "";
      if (character === "\n") {
        rows.push(row);
        row = [];
      }
    }
  }
  if (isQuoted) throw new UsageError("A quoted field of the CSV file does not end: close its quote");
  if (field !== "" || row.length > 0) rows.push([...row, field]);
  return rows.filter((one) => one.some((value) => value.trim() !== ""));
}

const members = [
  "name",
  "type",
  "content",
  "isDynamic",
  "slug",
  "domain",
  "tags",
  "note",
  "archived",
  "publicImage",
];
/** Of a code's settings those that say where its short URL leads and when; what it looks like is in JSON alone. */
const rules = [
  ...(["isActive", "startsAt", "expiresAt", "maxScans", "fallbackUrl"] as const),
  ...(["routes", "utm", "passQuery", "appendScanId"] as const),
] as const;
/** Columns that are exported and not imported. */
const readOnly = ["shortUrl", "state", "scanCount", "createdAt"];
type Rules = Pick<Schemas["StoredQrCode"]["settings"], (typeof rules)[number]>;
const columns = ["id", ...members, ...rules, ...readOnly];
const imported: readonly string[] = [...members, ...rules];
const booleans = ["isDynamic", "archived", "publicImage", "isActive", "passQuery", "appendScanId"];
/** The domain of a dynamic code on the service's own host; without a word it would get the account's default domain. */
const ownHost = "service";

export interface RowFault {
  /** From 1, without the header. */
  row: number;
  error: string;
  code: string;
}

/** A file to import: codes with the row of each, rows that can't be one, and columns that are left out. */
export interface ImportFile {
  codes: { row: number; code: object }[];
  faults: RowFault[];
  ignoredColumns: string[];
}

/** Reads a JSON list of codes, or a CSV file with a header of the columns that `writeCsv` writes. Throws UsageError. */
export function readImport(content: string): ImportFile {
  const text = content.replace(/^\uFEFF/, "");
  const file: ImportFile = { codes: [], faults: [], ignoredColumns: [] };
  if (/^\s*[[{]/.test(text)) {
    file.codes = readJson(text).map((code, index) => ({ row: index + 1, code }));
    return file;
  }
  const [header = [], ...rows] = readCsv(text);
  const names = header.map((name) => name.trim());
  const missing = ["name", "content"].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new UsageError(`The CSV file needs a column ${missing.join(" and ")}`);
  file.ignoredColumns = names.filter((name) => name !== "" && !columns.includes(name));
  for (const [index, cells] of rows.entries()) {
    try {
      file.codes.push({ row: index + 1, code: readCode(names, cells) });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      file.faults.push({ row: index + 1, error: error.message, code: "validation_failed" });
    }
  }
  return file;
}

function readCode(names: readonly string[], row: readonly string[]): object {
  const given = names
    .map((name, index) => [name, arm(row[index] ?? "")] as const)
    .filter(([name, value]) => imported.includes(name) && value.trim() !== "")
    .map(([name, value]) => [name, readCell(name, value)] as const);
  const isRule = ([name]: readonly [string, unknown]) => (rules as readonly string[]).includes(name);
  const settings = Object.fromEntries(given.filter(isRule));
  return {
    type: "url",
    ...Object.fromEntries(given.filter((cell) => !isRule(cell))),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

function readCell(name: string, value: string): unknown {
  if (name === "tags") return value.split(",").map((tag) => tag.trim());
  if (name === "domain") return value.trim() === ownHost ? null : value;
  if (name === "maxScans") return readCount(name, value);
  if (name === "routes") return readObject(name, value, "a JSON array of rules", Array.isArray);
  if (name === "utm") return readObject(name, value, "a JSON object", (one) => !Array.isArray(one));
  if (!booleans.includes(name)) return value;
  if (/^(?:true|yes|1)$/i.test(value.trim())) return true;
  if (/^(?:false|no|0)$/i.test(value.trim())) return false;
  throw new UsageError(`column ${name} must be true or false, not ${shorten(value)}`);
}

function readCount(name: string, value: string): number {
  if (/^\d{1,15}$/.test(value.trim())) return Number(value);
  throw new UsageError(`column ${name} must be a whole number, not ${shorten(value)}`);
}

function readObject(name: string, value: string, wanted: string, fits: (one: object) => boolean): object {
  try {
    const read: unknown = JSON.parse(value);
    if (typeof read === "object" && read !== null && fits(read)) return read;
  } catch {
    // Refused below, as other JSON is.
  }
  throw new UsageError(`column ${name} must be ${wanted}, not ${shorten(value)}`);
}

function readJson(text: string): object[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The file is not JSON: ${(error as Error).message}`);
  }
  const list = Array.isArray(value) ? value : (value as { qrCodes?: unknown }).qrCodes;
  if (!Array.isArray(list)) throw new UsageError("The JSON file is a list of codes");
  return list as object[];
}

const firstVisible = /[^\s\p{Cc}\p{Cf}]/u;

/** Whether the first visible character begins a formula; compatible forms such as the fullwidth ＝ do, too. */
function isFormula(text: string): boolean {
  const first = firstVisible.exec(text)?.[0] ?? "";
  return /^[=+\-@\u2212]/u.test(first.normalize("NFKC"));
}

/** Some programs end a cell at these characters, even within quotes. */
const cellEnd = /([;\t\r\n])/;

/** Whether a part is a formula, or would be one without the apostrophes before it. */
const isGuarded = (part: string) => isFormula(part.replace(/^'+/, ""));

/** Writes an apostrophe before each part that a spreadsheet would calculate, and before a text that begins with a cell's end. */
function disarm(text: string): string {
  const parts = text.split(cellEnd).map((part) => (isGuarded(part) ? `'${part}` : part));
  return /^[\t\r\n]/.test(text) ? `'${parts.join("")}` : parts.join("");
}

/** Takes back what `disarm` wrote. */
function arm(text: string): string {
  const parts = text.replace(/^'(?=[\t\r\n])/, "").split(cellEnd);
  return parts.map((part) => (part.startsWith("'") && isGuarded(part) ? part.slice(1) : part)).join("");
}

/** Codes as CSV, which `codes import` reads. A cell that a spreadsheet would run as a formula has an apostrophe before it. */
export function writeCsv(codes: readonly Schemas["ListedQrCode"][]): string {
  const lines = codes.map(({ settings, ...code }) => {
    const { routes, utm, ...others }: Rules = settings;
    const row: Record<string, unknown> = {
      ...{ ...others, ...code, tags: code.tags.join(",") },
      domain: code.domain ?? (code.isDynamic ? ownHost : null),
      ...{ routes: routes && JSON.stringify(routes), utm: utm && JSON.stringify(utm) },
    };
    return columns.map((column) => writeCell(row[column])).join(",");
  });
  return [columns.join(","), ...lines].map((line) => `${line}\r\n`).join("");
}

function writeCell(value: unknown): string {
  const bare = value === null || value === undefined ? "" : String(value);
  const text = typeof value === "string" ? disarm(bare) : bare;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
