import { setTimeout as sleep } from "node:timers/promises";
import { renderCode } from "@/lib/codes";
import { type ExportedCode, exportCodes } from "@/lib/codes/read";
import { noDomain } from "@/lib/imports/schema";
import { renderForPage } from "@/lib/pictures";
import { type Cell, writeLine } from "@/lib/platform/csv";
import { ServiceError } from "@/lib/platform/errors";
import type { ArchivedFile } from "@/lib/platform/zip";
import { type Exporter, inEachEnvironment } from "./exporter";

export const codeHeading = [
  "Code",
  "Code ID",
  "Data",
  "Type",
  "Content",
  "Dynamic",
  "Short link",
  "On",
  "Starts",
  "Ends",
  "Scans at most",
  "Fallback",
  "Suspended",
  "Scans",
  "Last scanned",
  "Made",
  "Changed",
  "Tags",
  "Note",
  "Archived",
  "Public image",
  "Slug",
  "Domain",
  "Rules",
  "Campaign parameters",
  "Passes the query",
  "Adds the scan ID",
];

/** All codes, production first, each with which of the two data sets it is in. */
export async function* pageCodes(
  exporter: Exporter,
  signal: AbortSignal,
): AsyncGenerator<(ExportedCode & { environment: string })[]> {
  for (const caller of inEachEnvironment(exporter)) {
    const { environment } = caller;
    for await (const codes of exportCodes(caller, signal)) {
      yield codes.map((code) => ({ ...code, environment }));
    }
  }
}

export async function* tabulateCodes(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  for await (const codes of pageCodes(exporter, signal)) yield codes.map(tabulate);
}

function tabulate(code: ExportedCode & { environment: string }): Cell[] {
  const { settings, suspended } = code;
  return [
    code.name,
    code.id,
    code.environment,
    code.type,
    code.content,
    code.isDynamic ? "yes" : "no",
    code.shortUrl,
    settings.isActive === false ? "no" : "yes",
    settings.startsAt ?? null,
    settings.expiresAt ?? null,
    settings.maxScans ?? null,
    settings.fallbackUrl ?? null,
    suspended === undefined ? null : `${suspended.since}: ${suspended.reason}`,
    code.scanCount,
    code.lastScanned,
    code.createdAt,
    code.updatedAt,
    code.tags.join(","),
    code.note,
    code.archived ? "yes" : "no",
    code.publicImage ? "yes" : "no",
    code.slug,
    // Without a word an import would take the account's default domain.
    code.domain ?? (code.isDynamic ? noDomain : null),
    settings.routes === undefined ? null : JSON.stringify(settings.routes),
    settings.utm === undefined ? null : JSON.stringify(settings.utm),
    settings.passQuery ? "yes" : "no",
    settings.appendScanId ? "yes" : "no",
  ];
}

/** So often a picture is asked for while others have every place, and how long it waits between. */
const tries = 30;
const restMs = 1_000;

/** Each code as it is printed, as PNG and SVG; at the end a list of those that could not be drawn, if there are any. */
export async function* drawImages(exporter: Exporter, signal: AbortSignal): AsyncGenerator<ArchivedFile> {
  let missing = "";
  for (const caller of inEachEnvironment(exporter)) {
    for await (const codes of exportCodes(caller, signal)) {
      for (const { id, name } of codes) {
        for (const format of ["png", "svg"] as const) {
          try {
            const { bytes, fileName } = await draw(caller, id, format, signal);
            yield { path: nameImage(caller, fileName, id, format), body: bytes, compress: format === "svg" };
          } catch (fault) {
            if (!(fault instanceof ServiceError) || fault.code === "unavailable") throw fault;
            missing += writeLine([name, id, format, fault.message]);
          }
        }
      }
    }
  }
  if (missing !== "")
    yield {
      path: "images/not-drawn.csv",
      body: `${writeLine(["Code", "Code ID", "Format", "Why"])}${missing}`,
    };
}

/** By the code's name, and the end of its id, since two may have one name. */
function nameImage({ environment }: Exporter, fileName: string, id: string, format: string): string {
  const folder = environment === "sandbox" ? "images/sandbox" : "images";
  return `${folder}/${fileName.slice(0, -format.length - 1)} ${id.slice(-12)}.${format}`;
}

async function draw(caller: Exporter, id: string, format: "png" | "svg", signal: AbortSignal) {
  const take = <T>(work: () => Promise<T>) => renderForPage(caller.accountId, signal, work);
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      const picture = await renderCode(caller, id, { format }, { take });
      if (!picture.notModified) return picture;
    } catch (fault) {
      const isBusy = fault instanceof ServiceError && fault.code === "unavailable";
      if (!isBusy || attempt === tries) throw fault;
      await sleep(restMs, undefined, { signal });
    }
  }
}
