"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type ImportRow, maxCheckRows, type RowFault } from "@/lib/imports/schema";
import type { Refusal } from "../../ui/form/answer";
import { callSafely } from "../../ui/form/call-safely";
import type { Column, ImportActions, Row } from "../row";
import type { Fix, ShownFault } from "./fixes";
import { asCode, changeLine, type Line, newLine } from "./lines";

type Judge = typeof import("./fixes");

let loading: Promise<Judge> | undefined;

/** What rows are judged by, on its way since the columns are looked at. */
export function loadJudge(): Promise<Judge> {
  loading ??= import("./fixes").catch((fault) => {
    loading = undefined;
    throw fault;
  });
  return loading;
}

/** So long the checking of rows holds up typing and scrolling at most. */
const sliceMs = 10;

/** Rows that are judged before anybody looks at the page again. */
const mostAtOnce = 10;

type SetLines = (change: (lines: readonly Line[]) => readonly Line[]) => void;

/** Rows that are being corrected: each is validated as soon as it changes, all of them in slices. */
export function useLines(rows: readonly Row[], hasOwnDefault: boolean) {
  const [lines, setLines] = useState<readonly Line[]>(() => rows.map(newLine));
  const [isLost, setLost] = useState(false);
  const judge = useRef<Judge | null>(null);
  useEffect(() => {
    if (isLost || !lines.some(({ found }) => found === null)) return;
    let isOff = false;
    void validateSlice(lines, judge, hasOwnDefault).then(
      (found) => {
        if (!isOff) setLines((now) => now.map((line) => withFound(line, found)));
      },
      () => setLost(true),
    );
    return () => {
      isOff = true;
    };
  }, [lines, isLost, hasOwnDefault]);

  const changeMany = useCallback(
    (change: (row: Row, line: Line) => Row) => {
      setLines((now) => {
        const next = now.map((line) => {
          const row = change(line.row, line);
          return row === line.row ? line : changeLine(line, row);
        });
        const changed = next.filter((line, at) => line !== now[at]);
        if (judge.current === null || changed.length > mostAtOnce) return next;
        const validate = judge.current.validateLine;
        const found = new Map(changed.map(({ row }) => [row, validate(row, hasOwnDefault)] as const));
        return next.map((line) => withFound(line, found));
      });
    },
    [hasOwnDefault],
  );
  const edit = useCallback(
    (id: number, part: Partial<Record<Column, string>>) =>
      changeMany((row) => (row.id === id && isNew(row, part) ? { ...row, ...part } : row)),
    [changeMany],
  );
  const fix = useCallback(
    (id: number, { apply }: Fix) => changeMany((row) => (row.id === id ? apply(row) : row)),
    [changeMany],
  );
  const fixAll = useCallback(
    (key: string) =>
      changeMany((row, { found, refused }) => {
        const fault = [...(found ?? []), ...(refused ?? [])].find((one) => one.fix?.key === key);
        return fault?.fix?.apply(row) ?? row;
      }),
    [changeMany],
  );
  const remove = useCallback(
    (ids: ReadonlySet<number>) => setLines((now) => now.filter(({ row }) => !ids.has(row.id))),
    [],
  );
  const clearTouched = useCallback(
    () => setLines((now) => (now.some(({ isTouched }) => isTouched) ? now.map(untouched) : now)),
    [],
  );
  const tryAgain = useCallback(() => setLost(false), []);
  return useMemo(
    () => ({ lines, setLines, isLost, tryAgain, edit, fix, fixAll, remove, clearTouched }),
    [lines, isLost, tryAgain, edit, fix, fixAll, remove, clearTouched],
  );
}

async function validateSlice(
  lines: readonly Line[],
  judge: { current: Judge | null },
  hasOwnDefault: boolean,
) {
  judge.current ??= await loadJudge();
  const found = new Map<Row, readonly ShownFault[]>();
  // Whatever was pressed or scrolled in the meantime comes first.
  await new Promise((resolve) => setTimeout(resolve));
  const begun = performance.now();
  for (const line of lines) {
    if (line.found !== null) continue;
    found.set(line.row, judge.current.validateLine(line.row, hasOwnDefault));
    if (performance.now() - begun > sliceMs) break;
  }
  return found;
}

function withFound(line: Line, found: ReadonlyMap<Row, readonly ShownFault[]>): Line {
  const faults = line.found === null ? found.get(line.row) : undefined;
  return faults === undefined ? line : { ...line, found: faults };
}

function untouched(line: Line): Line {
  return line.isTouched ? { ...line, isTouched: false, wasFaulty: false } : line;
}

function isNew(row: Row, part: Partial<Record<Column, string>>): boolean {
  return Object.entries(part).some(([column, value]) => row[column as Column] !== value);
}

/** Letters of one request at most. */
const mostLetters = 400_000;

/** Has the server check, in lots, rows that the browser accepts; changed rows again. A refusal stops it until it is retried. */
export function useServerCheck(
  lines: readonly Line[],
  setLines: SetLines,
  presetId: string | null,
  check: ImportActions["check"],
) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [turn, setTurn] = useState(0);
  const isAsking = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a lot that was answered is a turn, too
  useEffect(() => {
    if (isAsking.current || refusal !== null) return;
    const lot = chooseLot(lines);
    if (lot.length === 0) return;
    isAsking.current = true;
    const rows = lot.map(({ row }) => asCode(row));
    void callSafely(() => check({ presetId, rows })).then(async (answer) => {
      if (answer !== null && "refusal" in answer) setRefusal(answer.refusal);
      else await take(lot, answer?.done ?? [], setLines);
      isAsking.current = false;
      setTurn((now) => now + 1);
    });
  }, [lines, setLines, presetId, check, refusal, turn]);
  return { refusal, tryAgain: () => setRefusal(null) };
}

/** Once the browser has seen all: many rows at a time. */
function chooseLot(lines: readonly Line[]): Line[] {
  if (lines.some(({ found }) => found === null)) return [];
  const lot: Line[] = [];
  let letters = 0;
  for (const line of lines) {
    if (line.found?.length !== 0 || line.refused !== null) continue;
    letters += line.row.content.length;
    if (lot.length >= maxCheckRows || (lot.length > 0 && letters > mostLetters)) break;
    lot.push(line);
  }
  return lot;
}

async function take(lot: readonly Line[], faults: readonly RowFault[], setLines: SetLines): Promise<void> {
  const byRow = new Map<ImportRow["row"], RowFault>(faults.map((fault) => [fault.row, fault]));
  const { presentServerFaults } = await loadJudge();
  const verdicts = new Map<Row, readonly ShownFault[]>(
    lot.map(({ row }) => {
      const fault = byRow.get(row.id);
      const shown = fault === undefined ? [] : presentServerFaults(row, fault.details, fault.error);
      return [row, shown.map((one) => ({ ...one, fix: null }))];
    }),
  );
  setLines((now) =>
    now.map((line) => {
      const refused = line.refused === null ? verdicts.get(line.row) : undefined;
      return refused === undefined ? line : { ...line, refused };
    }),
  );
}
