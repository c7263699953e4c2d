import { env } from "@/lib/platform/env";
import { keptDeliveries } from "./read/connections";
import type { ExportKind } from "./schema";

/** What the archive holds and how it is read, for whoever opens it in some years. */
export function describeExport(kind: ExportKind, startedAt: Date): string {
  return `Export of an account of ${env.baseUrl}, begun ${startedAt.toISOString()}

Text is UTF-8. Times are UTC (ISO 8601). Files that end in .csv are comma-separated (RFC 4180) with a heading; a text that a
spreadsheet would take for a formula has an apostrophe before it there, and stands in the .json as it is. "Data" or "environment"
tells production from sandbox.

account.json       the account, its plan and what of it is used, whoever signs in, what was asked of the operator
codes.json         every code: content, settings with what bounds its short URL, and what it led to before
codes.csv          the same as a table, without looks and earlier targets
images/            each code as it is printed, by its name and the end of its id, as PNG and SVG; those of the sandbox apart
presets.json       looks that are kept
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
${kind === "everything" ? "scans.csv          every scan that is kept one by one, the oldest first" : "scans.csv          left out, as it was asked for"}

Not in it, since nobody has it or nobody should: passwords, secrets of two-factor, of webhooks and of sessions, and the
values of keys, of which the service itself keeps only what recognises them; addresses of visitors, which are not stored,
and the codes by which their visits of a day were told apart.

The archive is made while it is downloaded. What changes meanwhile is in it as it was before or after, each code and each
scan whole and once; scans end at the instant above. A code that is made or deleted meanwhile may be in some of the files and
not in others. An archive that broke off has no directory, and no program opens it: then export again.
`;
}
