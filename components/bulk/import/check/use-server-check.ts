"use client";

import { useEffect, useRef, useState } from "react";
import { type ImportRow, maxCheckRows, type RowFault } from "@/lib/imports/schema";
import type { Refusal } from "../../../ui/form/answer";
import { callSafely } from "../../../ui/form/call-safely";
import type { ImportActions } from "../props";
import type { Row } from "../row";
import type { ShownFault } from "./judge-line";
import { asCode, type Line } from "./lines";
import { loadJudge, type SetLines } from "./use-lines";

/** Letters of one request at most. */
const mostLetters = 400_000;

/**
 * Asks the server about rows that the browser finds nothing wrong with, a lot at a time: what is blocked, what can't be
 * scanned. A row that changes is asked about again. A refusal ends it until it is tried again.
 */
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
