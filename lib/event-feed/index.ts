import { z } from "zod";
import { type Caller, holdsPermission, insufficientPermission } from "@/lib/accounts/schema";
import { presentEvent } from "@/lib/events";
import { readCursor, writeCursor } from "@/lib/platform/cursor";
import { transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { findScansAfter, findStampOfNow } from "@/lib/scans";
import { type EventKind, eventTypes } from "@/lib/webhooks/schema";
import {
  deleteOldRows,
  deleteSurplusRows,
  findGap,
  findLargeFeeds,
  findLastPlace,
  hasUnplacedEvents,
  listCodeEvents,
  placeEvents,
} from "./queries";
import { type FeedPage, type FeedQuery, feedDays, feedEvents, feedKinds, splitKinds } from "./schema";

const dayMs = 86_400_000;
const firstId = "00000000-0000-0000-0000-000000000000";
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * How far a reader has come. Scans and events of codes are two sequences, each in the order of their commits, and a reader has a
 * place in both: what is merged from them can be in no other order than it was read in, and nothing is missed between them.
 */
interface Place {
  /** The time of the newest event that was read, in milliseconds; null: none was. */
  readAt: number | null;
  /** Of the last scan, in milliseconds, and its id. */
  scannedAt: number;
  scanId: string;
  /** Of the last event of a code. */
  position: number;
}

/** Until the year 2100. */
const instant = z.int().min(0).max(4_102_444_800_000);
const cursorSchema = z.tuple([instant, instant, z.guid(), z.int().min(0)]);

/** Scans that are read at least at a time: those of deleted codes are passed over. */
const leastScans = 100;
/** A page that found little after so many readings is answered as it is. */
const maxReadings = 5;

/**
 * The next events of the caller's account and environment, oldest first: each exactly once for a reader who goes on with
 * `nextCursor`, also while others write. One who has read all gets a cursor that does not expire while it is used. Throws `insufficient_permission` for kinds that the key may not see,
 * `validation_failed` for an `after` that is no cursor, and `gone` for one that is older than 30 days or than the newest
 * `feedEvents`.
 */
export async function readEvents(caller: Caller, { after, types, limit }: FeedQuery): Promise<FeedPage> {
  const kinds = chooseKinds(caller, types);
  const startedAt = Date.now();
  if (await hasUnplacedEvents(caller)) await transaction((tx) => placeEvents(tx, caller));
  const start = await findStart(caller, after);
  let place = start;
  const data: object[] = [];
  let isMore = true;
  for (let left = maxReadings; isMore && left > 0 && data.length < limit; left -= 1) {
    const next = await readNext(caller, kinds, place, limit - data.length);
    data.push(...next.events);
    ({ place, isMore } = next);
  }
  // Nothing up to here was missed, however long ago the last event was; not at each call, so that most pages repeat their cursor.
  const isOld = place.readAt !== null && place.readAt < startedAt - dayMs;
  if (isOld && !isMore && data.length < limit) place = { ...place, readAt: startedAt };
  return { data, pagination: { limit, nextCursor: writePlace(place, Date.now()) } };
}

function chooseKinds({ key }: Caller, types: string | undefined): EventKind[] {
  const mayRead = (kind: EventKind) =>
    key === null || holdsPermission(key.permissions, eventTypes[kind].permission);
  const wanted = types === undefined ? feedKinds : [...new Set(splitKinds(types) as EventKind[])];
  const kinds = wanted.filter(mayRead);
  const isEnough = types === undefined ? kinds.length > 0 : kinds.length === wanted.length;
  if (isEnough) return kinds;
  const lacking = wanted.filter((kind) => !mayRead(kind)).map((kind) => eventTypes[kind].permission);
  const missing = [...new Set(lacking)];
  throw insufficientPermission(missing, missing.join(types === undefined ? " or " : ", "));
}

async function findStart(caller: Caller, after: string | undefined): Promise<Place> {
  const now = Date.now();
  if (after === undefined) {
    const position = await findGap(caller);
    return { readAt: null, scannedAt: now - feedDays * dayMs, scanId: firstId, position };
  }
  if (after === "now") {
    const [stamp, position] = await Promise.all([findStampOfNow(ownerOf(caller)), findLastPlace(caller)]);
    return { readAt: now, scannedAt: stamp.getTime(), scanId: lastId, position };
  }
  const [readAt, scannedAt, scanId, position] = readCursor(after, cursorSchema, "after");
  if (readAt < now - feedDays * dayMs) {
    throw gone(`The feed has events of the last ${feedDays} days, and after is older`);
  }
  return { readAt, scannedAt, scanId, position };
}

function gone(message: string): ServiceError {
  const hint =
    "Leave out after to start at the oldest event kept, or send after=now to start at the next one.";
  return new ServiceError("gone", message, { hint });
}

const writePlace = ({ readAt, scannedAt, scanId, position }: Place, now: number): string =>
  writeCursor([readAt ?? now, scannedAt, scanId, position]);

const ownerOf = ({ accountId, environment }: Caller) => ({ accountId, isSandbox: environment === "sandbox" });

/** What follows a place in both sequences, merged by time as far as both are known. */
async function readNext(
  caller: Caller,
  kinds: readonly EventKind[],
  place: Place,
  room: number,
): Promise<{ events: object[]; place: Place; isMore: boolean }> {
  const ofCodes = kinds.filter((kind) => kind !== "scan.created");
  const scansWanted = Math.max(room, leastScans);
  const bounds = { after: place.position, kinds: ofCodes, days: feedDays, limit: room };
  const [codes, scans] = await Promise.all([
    ofCodes.length === 0 ? [] : listCodeEvents(caller, bounds),
    kinds.includes("scan.created") ? findScansAfter(ownerOf(caller), within(place), scansWanted) : [],
  ]);
  if (codes === null) {
    const most = feedEvents.toLocaleString("en");
    throw gone(`The feed has the newest ${most} events of codes, and after is older`);
  }
  const [codesLeft, scansLeft] = [[...codes], [...scans]];
  // Where a sequence goes on, only as much is taken as is surely earlier than what is not read yet.
  const mayGoOn = () =>
    (codesLeft.length > 0 || codes.length < room) && (scansLeft.length > 0 || scans.length < scansWanted);
  const events: object[] = [];
  const next = { ...place };
  while (events.length < room && codesLeft.length + scansLeft.length > 0 && mayGoOn()) {
    const [code, scan] = [codesLeft[0], scansLeft[0]];
    if (code !== undefined && (scan === undefined || code.createdAt <= scan.scannedAt)) {
      codesLeft.shift();
      events.push(JSON.parse(code.body) as object);
      next.position = code.position;
      next.readAt = Math.max(next.readAt ?? 0, code.createdAt.getTime());
    } else if (scan !== undefined) {
      scansLeft.shift();
      if (scan.event !== null) events.push(presentScanCreated(caller, scan.id, scan.scannedAt, scan.event));
      next.scannedAt = scan.scannedAt.getTime();
      next.scanId = scan.id;
      next.readAt = Math.max(next.readAt ?? 0, next.scannedAt);
    }
  }
  return { events, place: next, isMore: codes.length === room || scans.length === scansWanted };
}

/** A cursor can be made up; the feed has no scan from before its days. */
function within({ scannedAt, scanId }: Place): Pick<Place, "scannedAt" | "scanId"> {
  const first = Date.now() - feedDays * dayMs;
  return scannedAt < first ? { scannedAt: first, scanId: firstId } : { scannedAt, scanId };
}

function presentScanCreated({ accountId, environment }: Caller, id: string, timestamp: Date, data: object) {
  return presentEvent(id, { accountId, environment, type: "scan.created", timestamp, data });
}

/** Rows that one statement deletes, and how long one run of the sweep takes. */
const deletedTogether = 2_000;
const sweepMs = 5_000;

/**
 * Deletes events of codes that are older than the feed; how many.
 *
 * @param now the database's clock when left out.
 */
export async function deleteOldCodeEvents(now: Date | null = null): Promise<number> {
  const deadline = performance.now() + sweepMs;
  let deleted = 0;
  for (;;) {
    const some = await deleteOldRows(feedDays, deletedTogether, now);
    deleted += some;
    if (some < deletedTogether || performance.now() > deadline) return deleted;
  }
}

/** Of large feeds more at a time: each time its events are counted. */
const surplusTogether = 20_000;

/** Deletes the oldest events of codes of feeds with more than so many; returns how many. */
export async function deleteSurplusEvents(most = feedEvents): Promise<number> {
  const deadline = performance.now() + sweepMs;
  const bounds = { most, limit: surplusTogether };
  let deleted = 0;
  for (const owner of await findLargeFeeds(most)) {
    for (let some = -1; some !== 0 && performance.now() < deadline; deleted += some)
      some = await transaction((tx) => deleteSurplusRows(tx, owner, bounds));
  }
  return deleted;
}
