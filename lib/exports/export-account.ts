import { recordAudit } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { type ArchivedFile, streamZip } from "@/lib/platform/zip";
import { describeExport } from "./describe";
import type { Exporter } from "./exporter";
import { arrayFile, jsonFile, tableFile } from "./pieces";
import { takePlace } from "./places";
import { beginProgress, endProgress } from "./progress";
import { readAccount, readImports, readSessions, readSupport, walkAudit } from "./read/account";
import { codeHeading, drawImages, tabulateCodes, walkAllCodes } from "./read/codes";
import {
  deliveryHeading,
  readKeys,
  readWebhooks,
  tabulateDeliveries,
  useHeading,
  walkPresets,
  walkUses,
} from "./read/connections";
import { dayHeading, scanHeading, walkDays, walkScans } from "./read/scans";
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
  const leave = await takePlace(accountId);
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

/** The archive, and how far it is for whoever asks meanwhile. */
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
  (await takePlace(accountId))();
}

async function* listFiles(
  exporter: Exporter,
  { kind, map }: { kind: ExportKind; map: AsyncIterable<ArchivedFile> },
  signal: AbortSignal,
): AsyncGenerator<ArchivedFile> {
  const startedAt = await readClock();
  yield { path: "README.txt", body: describeExport(kind, startedAt) };
  yield jsonFile("account.json", await readAccount(exporter));
  yield arrayFile("codes.json", walkAllCodes(exporter, signal));
  yield tableFile("codes.csv", codeHeading, tabulateCodes(exporter, signal));
  yield arrayFile("presets.json", walkPresets(exporter));
  yield* within("redirect-map", map);
  yield jsonFile("api-keys.json", await readKeys(exporter));
  yield jsonFile("webhooks.json", await readWebhooks(exporter));
  yield tableFile("deliveries.csv", deliveryHeading, tabulateDeliveries(exporter, signal));
  yield tableFile("api-uses.csv", useHeading, walkUses(exporter, signal));
  yield jsonFile("imports.json", await readImports(exporter));
  yield jsonFile("support.json", await readSupport(exporter));
  yield jsonFile("sessions.json", await readSessions(exporter));
  yield arrayFile("audit.json", walkAudit(exporter, signal));
  yield* drawImages(exporter, signal);
  yield tableFile("analytics-days.csv", dayHeading, walkDays(exporter, signal));
  if (kind === "everything")
    yield tableFile("scans.csv", scanHeading, walkScans(exporter, startedAt, signal));
}

async function* within(folder: string, files: AsyncIterable<ArchivedFile>): AsyncGenerator<ArchivedFile> {
  for await (const file of files) yield { ...file, path: `${folder}/${file.path}` };
}

/** The database's clock, by which scans are stamped. */
async function readClock(): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) AS now",
  );
  return rows[0]?.now ?? new Date();
}
