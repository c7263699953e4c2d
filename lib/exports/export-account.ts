import { recordAudit } from "@/lib/accounts";
import { byteOrderMark, type Cell, writeLine } from "@/lib/platform/csv";
import { env } from "@/lib/platform/env";
import { findReadPoint } from "@/lib/platform/read-replica";
import { type ArchivedFile, streamZip } from "@/lib/platform/zip";
import {
  deliveryHeading,
  keptDeliveries,
  pageAudit,
  pagePresets,
  pageUsage,
  readAccount,
  readDomains,
  readImports,
  readKeys,
  readSessions,
  readSupport,
  readViews,
  readWebhooks,
  tabulateDeliveries,
  useHeading,
} from "./account-files";
import { codeHeading, drawImages, pageCodes, tabulateCodes } from "./code-files";
import { beginProgress, type Exporter, endProgress, exportLimit } from "./exporter";
import { readClock } from "./queries";
import { dayHeading, goalHeading, pageDays, pageGoals, pageScans, scanHeading } from "./scan-files";
import type { ExportKind } from "./schema";

interface Parts {
  kind: ExportKind;
  /** Writes what short URLs of an account answer; what does so knows pages, which lie above this module. */
  listMapFiles: (accountId: string, signal: AbortSignal) => AsyncIterable<ArchivedFile>;
}

/**
 * What an account has stored as a ZIP archive, piece by piece; its owner's on every plan. Its first piece comes once there
 * is a place for it: `rate_limited` while the account has another under way, `unavailable` while others have all.
 *
 * @param signal ends it within a piece, by throwing.
 */
export async function* exportAccount(
  exporter: Exporter,
  { kind, listMapFiles }: Parts,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { accountId, userId } = exporter;
  const leave = await exportLimit().acquire(accountId);
  try {
    await recordAudit(null, { accountId, userId, action: "account.exported", subjectId: accountId });
    const map = listMapFiles(accountId, signal);
    yield* tell(
      accountId,
      kind === "redirect-map" ? map : listFiles(exporter, { kind, map }, signal),
      signal,
    );
  } finally {
    leave();
  }
}

/** The archive, with its progress for requests meanwhile. */
async function* tell(
  accountId: string,
  files: AsyncIterable<ArchivedFile>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const progress = beginProgress(accountId);
  const counted = async function* () {
    for await (const file of files) {
      progress.files += 1;
      yield file;
    }
  };
  try {
    for await (const piece of streamZip(counted(), signal)) {
      progress.bytes += piece.length;
      yield piece;
    }
    progress.state = "done";
  } finally {
    endProgress(accountId, progress);
  }
}

/** Throws what `exportAccount` would at once, and takes no place. */
export async function checkExport({ accountId }: Exporter): Promise<void> {
  (await exportLimit().acquire(accountId))();
}

async function* listFiles(
  person: Exporter,
  { kind, map }: { kind: ExportKind; map: AsyncIterable<ArchivedFile> },
  signal: AbortSignal,
): AsyncGenerator<ArchivedFile> {
  const startedAt = await readClock();
  const exporter = { ...person, readPoint: await findReadPoint() };
  yield { path: "README.txt", body: describeExport(kind, startedAt) };
  yield jsonFile("account.json", await readAccount(exporter));
  yield arrayFile("codes.json", pageCodes(exporter, signal));
  yield tableFile("codes.csv", codeHeading, tabulateCodes(exporter, signal));
  yield arrayFile("presets.json", pagePresets(exporter));
  yield jsonFile("saved-views.json", await readViews(exporter));
  yield jsonFile("domains.json", await readDomains(exporter));
  yield* within("redirect-map", map);
  yield jsonFile("api-keys.json", await readKeys(exporter));
  yield jsonFile("webhooks.json", await readWebhooks(exporter));
  yield tableFile("deliveries.csv", deliveryHeading, tabulateDeliveries(exporter, signal));
  yield tableFile("api-uses.csv", useHeading, pageUsage(exporter, signal));
  yield jsonFile("imports.json", await readImports(exporter));
  yield jsonFile("support.json", await readSupport(exporter));
  yield jsonFile("sessions.json", await readSessions(exporter));
  yield arrayFile("audit.json", pageAudit(exporter, signal));
  yield* drawImages(exporter, signal);
  yield tableFile("analytics-days.csv", dayHeading, pageDays(exporter, signal));
  yield tableFile("goals.csv", goalHeading, pageGoals(exporter, signal));
  if (kind === "everything")
    yield tableFile("scans.csv", scanHeading, pageScans(exporter, startedAt, signal));
}

async function* within(folder: string, files: AsyncIterable<ArchivedFile>): AsyncGenerator<ArchivedFile> {
  for await (const file of files) yield { ...file, path: `${folder}/${file.path}` };
}

/** What the archive contains and how to read it, for a reader in some years. */
function describeExport(kind: ExportKind, startedAt: Date): string {
  return `Export of an account of ${env.baseUrl}, begun ${startedAt.toISOString()}

Text is UTF-8. Times are UTC (ISO 8601). Files that end in .csv are comma-separated (RFC 4180) with a heading; a text that a
spreadsheet would take for a formula has an apostrophe before it there, and stands in the .json as it is. "Data" or "environment"
tells production from sandbox.

account.json       the account, its plan and usage, its users, and plan requests
codes.json         every code: content, settings with what bounds its short URL, and what it led to before
codes.csv          the same as a table, without looks and earlier targets
images/            each code as it is printed, by its name and the end of its id, as PNG and SVG; those of the sandbox apart
presets.json       looks that are kept
saved-views.json   saved views: a page, its name and its query
domains.json       your own domains with their DNS records
redirect-map/      what printed codes answer, as a table and for nginx, with a README of its own
api-keys.json      keys by name and beginning
webhooks.json      webhooks
deliveries.csv     the last ${keptDeliveries.toLocaleString("en")} deliveries of each webhook that are still kept, the newest first
api-uses.csv       requests with keys by the hour
imports.json       tables that codes were made from, with the rows that were refused
support.json       what was asked of support
sessions.json      browsers that are signed in
audit.json         who did what, by ids
analytics-days.csv scans of each code by the day (UTC), as far as they are added up
goals.csv          what visitors did after scans, by the time of the scan
${kind === "everything" ? "scans.csv          every scan that is kept one by one, the oldest first" : "scans.csv          left out, as it was asked for"}

Not in it, since nobody has it or nobody should: passwords, secrets of two-factor, of webhooks and of sessions, and the
values of keys, of which the service itself keeps only what recognises them; addresses of visitors, which are not stored,
and the codes by which their visits of a day were told apart.

The archive is made while it is downloaded. What changes meanwhile is in it as it was before or after, each code and each
scan whole and once; scans end at the instant above. A code that is made or deleted meanwhile may be in some of the files and
not in others. An archive that broke off has no directory, and no program opens it: then export again.
`;
}

/** A file of one JSON value. */
function jsonFile(path: string, value: unknown): ArchivedFile {
  return { path, body: `${JSON.stringify(value, null, 2)}\n` };
}

/** A file of a JSON array, whose items come some at a time. */
function arrayFile(path: string, pages: AsyncIterable<readonly unknown[]>): ArchivedFile {
  return { path, body: writeArray(pages) };
}

async function* writeArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const page of pages) {
    for (const item of page) {
      yield `${before}\n${JSON.stringify(item, null, 2)}`;
      before = ",";
    }
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

/** A table of comma-separated values, whose lines come some at a time. */
function tableFile(
  path: string,
  heading: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): ArchivedFile {
  return { path, body: writeTable(heading, pages) };
}

async function* writeTable(
  heading: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + writeLine(heading);
  for await (const lines of pages) yield lines.map(writeLine).join("");
}
