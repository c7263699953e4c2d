import { writeLine } from "@/lib/platform/csv";
import { languages } from "@/lib/platform/language";
import { shortUrlOf } from "@/lib/platform/short-url";
import type { ArchivedFile } from "@/lib/platform/zip";
import type { NamedTarget } from "@/lib/targets/walk";
import { fileNames, type Page, writeFile, writePage } from "../pages";
import { findAnswer, type MapAnswer, sayState } from "./answer";

import { type TargetLine, writeTarget } from "./nginx";

/** All that the map holds of one code. */
export interface DrawnTarget extends TargetLine {
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
];

/** A code as the map has it from that instant on. */
export async function drawTarget(target: NamedTarget, now: Date, host: string): Promise<DrawnTarget> {
  const answer = await findAnswer(target, now, host);
  const pages = drawPages(target, answer);
  const written = writeTarget(keyOf(target.shortCode), writeValue(target, answer, pages));
  const remark = remarkOf(target, answer);
  return { ...written, line: `${remark}${written.line}`, row: tabulate(target, answer, pages), pages };
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
  const told = (time: string) => new Date(time).toISOString();
  const parts = [
    ...(rules?.startsAt === undefined ? [] : [`starts ${told(rules.startsAt)}`]),
    ...(rules?.expiresAt === undefined ? [] : [`ends ${told(rules.expiresAt)}`]),
    ...(rules?.maxScans === undefined ? [] : [`ends after ${rules.maxScans} scans`]),
  ];
  return parts.length === 0 ? "" : `# ${sayState(answer)} as of this map; ${parts.join(", ")}:\n`;
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
  const { shortCode, name, codeId, type, url, rules, scanCount } = target;
  return writeLine([
    shortCode,
    shortUrlOf(shortCode),
    name,
    codeId,
    type,
    sayState(answer),
    answer.kind === "redirect" ? answer.url : null,
    page?.path ?? null,
    url,
    rules?.startsAt ?? null,
    rules?.expiresAt ?? null,
    rules?.maxScans ?? null,
    scanCount,
    rules?.fallbackUrl ?? null,
  ]);
}

/**
 * A short code that differs from every other one without regard to case, as nginx looks keys of a `map` up and as some
 * file systems look files up: the code in lower case, then which of its characters are capitals. Two codes have one key
 * only where both their letters and their capitals are the same.
 */
function keyOf(shortCode: string): string {
  return `${shortCode.toLowerCase()}.${shortCode.replace(/[^A-Z]/g, "l").replace(/[A-Z]/g, "u")}`;
}

/** Where what belongs to a code lies below `pages/`: some in a folder, so that no folder holds a million files. */
function placeOf(shortCode: string): string {
  const key = keyOf(shortCode);
  return `${key.slice(0, 2)}/${key}`;
}
