import type { Environment } from "@/lib/accounts/schema";
import { maxBodyBytes, type NewEvent } from "@/lib/events";
import type { ChangeableField, CreatedData, DeletedData, ExpiredData, UpdatedData } from "./event-schema";
import { type CodeRow, presentListed, presentShortUrl } from "./rows";

/** The owner of an event's code. */
interface Owner {
  accountId: string;
  environment: Environment;
}

/** What stands around `data`: id, kind, time and marks. */
const envelopeBytes = 500;

/**
 * A code as its events hold it. Name and content are at most 17,200 bytes, tags 1,700 and the rest but note, rules of targets and
 * fallback hardly one thousand; what those leave no room for is left out, the note first.
 */
function presentSnapshot<T extends CreatedData>(data: T): T {
  if (fits(data)) return data;
  const short: T = data.note === null ? data : { ...data, note: null, omitted: ["note"] };
  return omit(omit(short, "routes"), "fallbackUrl");
}

/** Without a member of its settings, where that makes it shorter and it must be. */
function omit<T extends CreatedData>(data: T, name: "routes" | "fallbackUrl"): T {
  const { [name]: left, ...settings } = data.settings;
  if (left === undefined || fits(data)) return data;
  return { ...data, settings, omitted: [...(data.omitted ?? []), `settings.${name}`] };
}

/** As a list does, with its rules. */
function presentTold(row: CodeRow): CreatedData {
  const code = presentListed(row);
  const routes = row.rules?.routes;
  return routes === undefined ? code : { ...code, settings: { ...code.settings, routes } };
}

function fits(data: CreatedData): boolean {
  return Buffer.byteLength(JSON.stringify(data)) <= maxBodyBytes - envelopeBytes;
}

export function createdEvent({ accountId, environment }: Owner, row: CodeRow): NewEvent {
  const data: CreatedData = presentSnapshot(presentTold(row));
  return { accountId, environment, type: "qr.created", timestamp: row.createdAt, data, code: row };
}

export function updatedEvent(
  { accountId, environment }: Owner,
  row: CodeRow,
  changedFields: ChangeableField[],
): NewEvent {
  const data: UpdatedData = presentSnapshot({ ...presentTold(row), changedFields });
  return { accountId, environment, type: "qr.updated", timestamp: row.updatedAt, data, code: row };
}

/** A code that expired or had its last scan. */
export interface EndedRow extends Pick<CodeRow, "id" | "name" | "shortCode" | "slug" | "host" | "tags"> {
  reason: ExpiredData["reason"];
  at: Date;
}

export function expiredEvent({ accountId, environment }: Owner, row: EndedRow): NewEvent {
  const { id, name, reason, at } = row;
  const data: ExpiredData = { id, name, shortUrl: presentShortUrl(row), reason, at: at.toISOString() };
  return { accountId, environment, type: "qr.expired", timestamp: at, data, code: row };
}

/** A deleted code. */
export interface DeletedRow
  extends Pick<CodeRow, "id" | "name" | "type" | "shortCode" | "slug" | "host" | "tags"> {
  deletedAt: Date;
  /** Whether a webhook is subscribed to `qr.deleted`. */
  hasSubscribers: boolean;
}

export function deletedEvent({ accountId, environment }: Owner, row: DeletedRow): NewEvent {
  const data: DeletedData = {
    id: row.id,
    name: row.name,
    type: row.type,
    isDynamic: row.shortCode !== null,
    shortUrl: presentShortUrl(row),
    deletedAt: row.deletedAt.toISOString(),
  };
  return { accountId, environment, type: "qr.deleted", timestamp: row.deletedAt, data, code: row };
}
