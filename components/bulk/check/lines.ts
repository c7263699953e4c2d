import type { ImportRow } from "@/lib/imports/schema";
import { splitTags } from "@/lib/platform/tags";
import type { Row } from "../row";
import { readAnswer, readKind, readType } from "../type-words";
import type { ShownFault } from "./fixes";

/** A row with what is known of it. Each change makes another, so that rows that did not change are not drawn again. */
export interface Line {
  row: Row;
  /** What the browser has found; null: it has not looked since the row changed. */
  found: readonly ShownFault[] | null;
  /** What the server has found; null: it has not been asked. */
  refused: readonly ShownFault[] | null;
  isTouched: boolean;
  wasFaulty: boolean;
}

export function newLine(row: Row): Line {
  return { row, found: null, refused: null, isTouched: false, wasFaulty: false };
}

export function changeLine(line: Line, row: Row): Line {
  const wasFaulty = line.wasFaulty || faultsOf(line).length > 0;
  return { ...newLine(row), isTouched: true, wasFaulty };
}

export function faultsOf({ found, refused }: Line): readonly ShownFault[] {
  return found === null || found.length > 0 ? (found ?? []) : (refused ?? []);
}

export const isReady = ({ found, refused }: Line): boolean => found?.length === 0 && refused?.length === 0;

/** A row that is ready as the server takes it. */
export function asCode({
  id,
  name,
  type,
  content,
  kind,
  tags,
  note,
  archived,
  publicImage,
  slug,
  domain,
  routes,
  utm,
  passQuery,
  appendScanId,
}: Row): ImportRow {
  return {
    ...{ row: id, name, type: readType(type) ?? type, content, isDynamic: readKind(kind) === true },
    ...(tags !== undefined && { tags: splitTags(tags) }),
    ...(note !== undefined && { note: note === "" ? null : note }),
    ...(archived !== undefined && { archived: readAnswer(archived) === true }),
    ...(publicImage !== undefined && { publicImage: readAnswer(publicImage) === true }),
    ...(slug !== undefined && slug !== "" && { slug }),
    ...(domain !== undefined && domain !== "" && { domain }),
    ...(routes !== undefined && routes !== "" && { routes }),
    ...(utm !== undefined && utm !== "" && { utm }),
    ...(readAnswer(passQuery ?? "") === true && { passQuery: true }),
    ...(readAnswer(appendScanId ?? "") === true && { appendScanId: true }),
  };
}

export interface Tally {
  ready: number;
  faulty: number;
  pending: number;
  kinds: number;
  fixes: ReadonlyMap<string, number>;
}

export function countLines(lines: readonly Line[]): Tally {
  const fixes = new Map<string, number>();
  const kinds = new Set<string>();
  const tally = { ready: 0, faulty: 0, pending: 0 };
  for (const line of lines) {
    const faults = faultsOf(line);
    if (faults.length > 0) tally.faulty += 1;
    else if (isReady(line)) tally.ready += 1;
    else tally.pending += 1;
    for (const { column, member = "", code, fix } of faults) {
      kinds.add(`${column} ${member} ${code}`);
      if (fix !== null) fixes.set(fix.key, (fixes.get(fix.key) ?? 0) + 1);
    }
  }
  return { ...tally, kinds: kinds.size, fixes };
}

const marks = new WeakMap<Row, string>();

/** Names and contents of each are long: they are put together once for each row. */
function markOf(row: Row): string {
  const known = marks.get(row) ?? `${row.name}\0${row.content}`;
  marks.set(row, known);
  return known;
}

/** Rows that say what an earlier one says, name and content, with the number of that one. */
export function findTwins(lines: readonly Line[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const twins = new Map<number, number>();
  for (const { row } of lines) {
    if (row.content === "") continue;
    const known = first.get(markOf(row));
    if (known === undefined) first.set(markOf(row), row.id);
    else twins.set(row.id, known);
  }
  return twins;
}

export type View = "all" | "faulty" | "ready";

export function shows(view: View, line: Line): boolean {
  if (view === "all" || line.isTouched) return true;
  return view === "ready" ? isReady(line) : faultsOf(line).length > 0;
}
