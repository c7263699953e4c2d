"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Column, Row } from "../row";
import type { Fix } from "./fixes";
import type { ShownFault } from "./judge-line";
import { changeLine, type Line, newLine } from "./lines";

type Judge = typeof import("./judge-line");

let loading: Promise<Judge> | undefined;

/** What rows are judged by, on its way since the columns are looked at. */
export function loadJudge(): Promise<Judge> {
  loading ??= import("./judge-line").catch((fault) => {
    loading = undefined;
    throw fault;
  });
  return loading;
}

/** So long the checking of rows holds up typing and scrolling at most. */
const sliceMs = 10;
/** Rows that are judged before anybody looks at the page again. */
const mostAtOnce = 10;

export type SetLines = (change: (lines: readonly Line[]) => readonly Line[]) => void;

/** Rows that are mended: each is judged as soon as it changes, all of them in slices. */
export function useLines(rows: readonly Row[]) {
  const [lines, setLines] = useState<readonly Line[]>(() => rows.map(newLine));
  const [isLost, setLost] = useState(false);
  const judge = useRef<Judge | null>(null);
  useEffect(() => {
    if (isLost || !lines.some(({ found }) => found === null)) return;
    let isOff = false;
    void judgeSlice(lines, judge).then(
      (found) => {
        if (!isOff) setLines((now) => now.map((line) => withFound(line, found)));
      },
      () => setLost(true),
    );
    return () => {
      isOff = true;
    };
  }, [lines, isLost]);

  const changeMany = useCallback((change: (row: Row, line: Line) => Row) => {
    setLines((now) => {
      const next = now.map((line) => {
        const row = change(line.row, line);
        return row === line.row ? line : changeLine(line, row);
      });
      const changed = next.filter((line, at) => line !== now[at]);
      if (judge.current === null || changed.length > mostAtOnce) return next;
      const found = new Map(changed.map(({ row }) => [row, judge.current?.judgeLine(row) ?? []] as const));
      return next.map((line) => withFound(line, found));
    });
  }, []);
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
  const forgetTouched = useCallback(
    () => setLines((now) => (now.some(({ isTouched }) => isTouched) ? now.map(untouched) : now)),
    [],
  );
  const tryAgain = useCallback(() => setLost(false), []);
  return useMemo(
    () => ({ lines, setLines, isLost, tryAgain, edit, fix, fixAll, remove, forgetTouched }),
    [lines, isLost, tryAgain, edit, fix, fixAll, remove, forgetTouched],
  );
}

async function judgeSlice(lines: readonly Line[], judge: { current: Judge | null }) {
  judge.current ??= await loadJudge();
  const found = new Map<Row, readonly ShownFault[]>();
  // Whatever was pressed or scrolled in the meantime comes first.
  await new Promise((resolve) => setTimeout(resolve));
  const begun = performance.now();
  for (const line of lines) {
    if (line.found !== null) continue;
    found.set(line.row, judge.current.judgeLine(line.row));
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
