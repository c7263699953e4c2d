import { z } from "zod";
import { fieldError } from "./errors";

/** Where a page of a list begins: behind the item with this instant and id. Lists of this kind are newest first. */
export interface Position {
  at: Date | string;
  id: string;
}

/** Before every item of a list that is newest first. */
export const firstPosition: Position = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** An instant as `toISOString` writes it; PostgreSQL knows no year 0. */
export const cursorInstant = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith("0000"));

const timed = z.tuple([cursorInstant, z.uuid()]);

/** What `readCursor` reads again; opaque to clients. */
export function writeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Throws `validation_failed` for what `writeCursor` has not written for such a list. */
export function readCursor<S extends z.ZodType>(cursor: string, schema: S, field = "cursor"): z.infer<S> {
  const { data, success } = schema.safeParse(parse(cursor));
  if (success) return data;
  const message = `${field} must be the nextCursor of a page of this list, as it was answered; start again without it`;
  throw fieldError("validation_failed", { field, code: "invalid_cursor", message });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The position that a cursor of a list by time names; without one its beginning. */
export function readPosition(cursor: string | undefined): Position {
  if (cursor === undefined) return firstPosition;
  const [at, id] = readCursor(cursor, timed);
  return { at, id };
}

/**
 * A page of a list by time that is read by its cursor. `rows` has one more than `limit` where another page follows.
 *
 * @param atOf the instant by which the list is sorted.
 */
export function pageBehind<T extends { id: string }>(
  rows: readonly T[],
  limit: number,
  atOf: (row: T) => string,
): { data: T[]; pagination: { limit: number; nextCursor: string | null } } {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? writeCursor([atOf(last), last.id]) : null;
  return { data, pagination: { limit, nextCursor } };
}

/** The pagination of a page by its number. `cursorOf` is asked where another page follows. */
export function paginate<T>(
  data: readonly T[],
  { page, limit, total }: { page: number; limit: number; total: number },
  cursorOf: (last: T) => string,
): { page: number; limit: number; total: number; pages: number; nextCursor: string | null } {
  const last = data.at(-1);
  const nextCursor = last !== undefined && page * limit < total ? cursorOf(last) : null;
  return { page, limit, total, pages: Math.ceil(total / limit), nextCursor };
}
