import type { Schemas } from "../src/index";
import { UsageError } from "./output";

/** The fields of a CSV file (RFC 4180), with commas, semicolons or tabs. Throws UsageError for an open quote. */
function readCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, "");
  const [firstLine = ""] = body.split(/\r?\n/, 1);
  const counted = [",", ";", "\t"].map((one) => ({ one, count: firstLine.split(one).length }));
  const separator = counted.sort((a, b) => b.count - a.count)[0]?.one ?? ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let i = 0; i < body.length; i += 1) {
    const character = body[i]!;
    if (isQuoted && character === '"' && body[i + 1] === '"') {
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

const known = ["name", "type", "content", "isDynamic", "slug", "domain", "tags", "note", "archived"];

/** Codes to create, from a JSON list or a CSV file with a header of `name,type,content,isDynamic,slug,domain,tags,note`. */
export function readRows(text: string): object[] {
  if (/^\s*[[{]/.test(text)) return readJson(text);
  const [header = [], ...rows] = readCsv(text);
  const names = header.map((name) => name.trim());
  const missing = ["name", "content"].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new UsageError(`The CSV file needs a column ${missing.join(" and ")}`);
  return rows.map((row) => {
    const cells = names.map((name, index) => [name, row[index] ?? ""] as const);
    const given = cells
      .map(([name, value]) => [name, arm(value)] as const)
      .filter(([name, value]) => known.includes(name) && value !== "");
    return {
      type: "url",
      ...Object.fromEntries(given.map(([name, value]) => [name, readCell(name, value)])),
    };
  });
}

function readCell(name: string, value: string): unknown {
  if (name === "tags") return value.split(",").map((tag) => tag.trim());
  if (name !== "isDynamic" && name !== "archived") return value;
  if (/^(?:true|yes|1)$/i.test(value)) return true;
  if (/^(?:false|no|0)$/i.test(value)) return false;
  throw new UsageError(`${name} is true or false, not ${value}`);
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

const columns = ["id", ...known, "shortUrl", "state", "scanCount", "createdAt"] as const;

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
  const rows = codes.map((code) => {
    const row = { ...code, tags: code.tags.join(",") } as Record<string, unknown>;
    return columns.map((column) => writeCell(row[column])).join(",");
  });
  return [columns.join(","), ...rows].map((line) => `${line}\r\n`).join("");
}

function writeCell(value: unknown): string {
  const bare = value === null || value === undefined ? "" : String(value);
  const text = typeof value === "string" ? disarm(bare) : bare;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
