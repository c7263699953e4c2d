import { writeLine } from "@/lib/platform/csv";
import { shortUrlOf } from "@/lib/platform/env";
import { languages } from "@/lib/platform/language";
import { isGeneratedCode, listAliases, pathOf } from "@/lib/platform/short-path";
import type { ArchivedFile } from "@/lib/platform/zip";
import { evaluateFallback, evaluateTarget, isUsedUp } from "@/lib/targets";
import type { NamedTarget } from "@/lib/targets/iterate-targets";
import { fileNames, type Page, writeFile, writePage } from "./pages";
import { isShortUrlAt } from "./response";

/**
 * The longest parameter that nginx reads is 4,096 bytes (`NGX_CONF_BUFFER`, its quotes included); some are left, so that
 * nothing depends on how it counts.
 */
const longestParameter = 4_000;

/** Bytes of a piece of a longer address or text: escaped, each becomes two at most. */
const pieceBytes = longestParameter / 2 - 2;

/** A text in pieces, none of which splits a character. */
function cutText(text: string): string[] {
  const pieces: string[] = [];
  let [piece, bytes] = ["", 0];
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (bytes + size > pieceBytes) {
      pieces.push(piece);
      [piece, bytes] = ["", 0];
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece];
}

/** A parameter as nginx reads it between double quotes: only a quote and a backslash mean something there. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** A dollar would begin a variable's name where values may hold variables; this one holds a dollar. */
export const dollarVariable = "qz_dollar";

/** A line of the table of targets and, of an address that is too long for one, the pieces that it names. */
interface TargetLine {
  line: string;
  /** The value of the key. */
  value: string;
  /** Lines of the file of pieces, and how many. */
  pieces: string;
  pieceCount: number;
}

/**
 * What a key stands for, whatever characters it has. `geo` takes its value as it is, a dollar included; a value of a `map`
 * may be made of variables.
 *
 * @param key of letters, digits, a dot, or a slash, `-` and `_`.
 * @param value of printable ASCII, or a text.
 * @param name of its pieces: letters, digits and `_`, no other key's.
 */
export function writeTarget(key: string, value: string, name = key.replace(".", "_")): TargetLine {
  const written = quote(value).replaceAll("$", `\${${dollarVariable}}`);
  const line = `${key} ${written};\n`;
  if (Buffer.byteLength(line) <= longestParameter) return { line, value: written, pieces: "", pieceCount: 0 };
  const names: string[] = [];
  let pieces = "";
  for (const piece of cutText(value)) {
    const variable = `qz_${name}_${names.length}`;
    names.push(`\${${variable}}`);
    pieces += `geo $${variable} { default ${quote(piece)}; }\n`;
  }
  const named = `"${names.join("")}"`;
  return { line: `${key} ${named};\n`, value: named, pieces, pieceCount: names.length };
}

/** What a short URL answers, as the service would at that instant. */
export type MapAnswer =
  | { kind: "redirect"; url: string; isFallback: boolean }
  | { kind: "page" }
  | { kind: "not_yet"; startsAt: Date }
  | { kind: "closed"; why: ClosedBecause };

export const closedBecause = ["off", "expired", "used_up", "suspended", "blocked"] as const;
type ClosedBecause = (typeof closedBecause)[number];

/** @param host of the short URLs: one of them leads to no other, which could be a circle. */
export async function findAnswer(target: NamedTarget, now: Date, host: string): Promise<MapAnswer> {
  const judged = await evaluateTarget(target, now);
  const verdict =
    judged.kind === "open" && isUsedUp(target)
      ? (evaluateFallback(target) ?? ({ kind: "closed", why: "used_up" } as const))
      : judged;
  if (verdict.kind === "closed" || verdict.kind === "not_yet") return verdict;
  if (verdict.url === null) return { kind: "page" };
  if (isShortUrlAt(host, verdict.url)) return { kind: "closed", why: "blocked" };
  return { kind: "redirect", url: verdict.url, isFallback: verdict.kind === "fallback" };
}

const closedMessages: Record<ClosedBecause, string> = {
  off: "Off",
  expired: "Ended",
  used_up: "Used up",
  suspended: "Suspended",
  blocked: "Blocked",
};

/** The state of a code in words. */
function describeState(answer: MapAnswer): string {
  switch (answer.kind) {
    case "redirect":
      return answer.isFallback ? "Leads to its fallback" : "Leads to its target";
    case "page":
      return "Opens a page";
    case "not_yet":
      return "Not yet";
    case "closed":
      return closedMessages[answer.why];
  }
}

/** All that the map holds of one code. */
export interface DrawnTarget extends TargetLine {
  /** Keys in the table of targets: one for each path that opens it. */
  lineCount: number;
  /** Its line of redirect-map.csv. */
  row: string;
  /** Its page in every language, and the files of that. */
  pages: ArchivedFile[];
}

export const tableHeading = [
  "Short code",
  "Short URL",
  "Code",
  "Code ID",
  "Type",
  "State",
  "Leads to",
  "Page",
  "Own target",
  "Starts",
  "Ends",
  "Scans at most",
  "Scans",
  "Fallback",
  "Slug",
  "Aliases",
];

/** A code as the map has it from that instant on. */
export async function drawTarget(target: NamedTarget, now: Date, host: string): Promise<DrawnTarget> {
  const answer = await findAnswer(target, now, host);
  const pages = drawPages(target, answer);
  const written = writeTarget(keyOf(target.shortCode), writeValue(target, answer, pages));
  // Those of domains are in the maps of the domains.
  const slugs = target.paths.filter((path) => !path.includes("/"));
  const lines = slugs.map((path) => `${keyOf(path)} ${written.value};\n`).join("");
  const line = `${remarkOf(target, answer)}${written.line}${lines}`;
  return {
    ...written,
    line,
    lineCount: 1 + slugs.length,
    row: tabulate(target, answer, pages),
    pages,
  };
}

/** An address; or what answers, the file that its page hands out, and where they lie. */
function writeValue({ shortCode }: NamedTarget, answer: MapAnswer, pages: readonly ArchivedFile[]): string {
  const place = placeOf(shortCode);
  switch (answer.kind) {
    case "redirect":
      return answer.url;
    case "page": {
      const kind = String(pages[0]?.body).includes("<script>") ? "copy" : "page";
      const file = fileNames.find((name) => pages.some(({ path }) => path.endsWith(name))) ?? "";
      return `${kind}/${file}:${place}`;
    }
    case "not_yet":
      return `not_yet/:${place}`;
    case "closed":
      return `closed:${answer.why}`;
  }
}

/** What changes with time and does not here. Nothing in it comes from outside. */
function remarkOf({ rules }: NamedTarget, answer: MapAnswer): string {
  const iso = (time: string) => new Date(time).toISOString();
  const parts = [
    ...(rules?.startsAt === undefined ? [] : [`starts ${iso(rules.startsAt)}`]),
    ...(rules?.expiresAt === undefined ? [] : [`ends ${iso(rules.expiresAt)}`]),
    ...(rules?.maxScans === undefined ? [] : [`ends after ${rules.maxScans} scans`]),
  ];
  return parts.length === 0 ? "" : `# ${describeState(answer)} as of this map; ${parts.join(", ")}:\n`;
}

function drawPages({ shortCode, type, content }: NamedTarget, answer: MapAnswer): ArchivedFile[] {
  const page = pageOf({ shortCode, type, content }, answer);
  if (page === null) return [];
  const path = `nginx/pages/${placeOf(shortCode)}`;
  const written = languages.map((language) => ({
    path: `${path}.${language}.html`,
    body: writePage(page, { language, requestId: null, reportUrl: null }).body,
  }));
  if (page.kind !== "opened") return written;
  const files = fileNames.flatMap((name) => {
    const file = writeFile({ shortCode, type, content }, name);
    return file === null ? [] : [{ path: `${path}.${name}`, body: file.body }];
  });
  return [...written, ...files];
}

function pageOf(held: Pick<NamedTarget, "shortCode" | "type" | "content">, answer: MapAnswer): Page | null {
  if (answer.kind === "page") return { kind: "opened", ...held };
  return answer.kind === "not_yet" ? answer : null;
}

function tabulate(target: NamedTarget, answer: MapAnswer, [page]: readonly ArchivedFile[]): string {
  const { shortCode, slug, name, codeId, type, url, rules, scanCount } = target;
  return writeLine([
    shortCode,
    shortUrlOf(pathOf(target)),
    name,
    codeId,
    type,
    describeState(answer),
    answer.kind === "redirect" ? answer.url : null,
    page?.path ?? null,
    url,
    rules?.startsAt ?? null,
    rules?.expiresAt ?? null,
    rules?.maxScans ?? null,
    scanCount,
    rules?.fallbackUrl ?? null,
    slug,
    listAliases(target).map(shortUrlOf).join(" "),
  ]);
}

/**
 * The key of a path. A slug is in lower case with a dot behind it, so that none is a word that nginx reads as something
 * else, such as `include`. A short code differs from every other one without regard to case, as nginx looks keys of a `map`
 * up and as some file systems look files up: the code in lower case, then which of its characters are capitals. Two codes
 * have one key only where both their letters and their capitals are the same.
 */
function keyOf(path: string): string {
  const capitals = isGeneratedCode(path) ? path.replace(/[^A-Z]/g, "l").replace(/[A-Z]/g, "u") : "";
  return `${path.toLowerCase()}.${capitals}`;
}

/** Where what belongs to a code lies below `pages/`: some in a folder, so that no folder holds a million files. */
function placeOf(shortCode: string): string {
  const key = keyOf(shortCode);
  return `${key.slice(0, 2)}/${key}`;
}
