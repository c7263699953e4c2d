import { noDomain } from "@/lib/imports/schema";
import { makeTable, type Table } from "./read-table";

/** What the table has of a code, by the heading that it goes under. */
const codeColumns: readonly [heading: string, read: (code: Members, settings: Members) => unknown][] = [
  ["Name", ({ name }) => name],
  ["Type", ({ type }) => type],
  ["Content", ({ content }) => content],
  ["Kind", ({ isDynamic }) => (isDynamic === true ? "dynamic" : "static")],
  ["Tags", ({ tags }) => (Array.isArray(tags) ? tags.join(",") : tags)],
  ["Note on the code", ({ note }) => note],
  ["Archived", ({ archived }) => archived],
  ["Public image", ({ publicImage }) => publicImage],
  ["Slug", ({ slug }) => slug],
  ["Domain", ({ domain, isDynamic }) => (domain === null && isDynamic === true ? noDomain : domain)],
  ["Rules", (_, { routes }) => routes],
  ["Campaign parameters", (_, { utm }) => utm],
  ["Passes the query", (_, { passQuery }) => passQuery],
  ["Adds the scan ID", (_, { appendScanId }) => appendScanId],
];

type Members = Record<string, unknown>;

/** Codes as an export or an answer of the API has them, as a table; null for what is no JSON. */
export function readCodes(text: string): Table | { refusal: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
  const list = isMembers(value) ? value.data : value;
  if (!Array.isArray(list) || !list.every(isMembers))
    return { refusal: "That is JSON, but not a list of codes. Use codes.json of an export." };
  const rows = list.map((code) => {
    const settings = isMembers(code.settings) ? code.settings : {};
    return codeColumns.map(([, read]) => writeCell(read(code, settings)));
  });
  return makeTable([codeColumns.map(([heading]) => heading), ...rows], null, String);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function writeCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
