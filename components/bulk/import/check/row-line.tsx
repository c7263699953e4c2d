"use client";

import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { memo, useRef } from "react";
import { contentTypes } from "@/lib/content/schema";
import { Spinner } from "../../../ui/spinner";
import { type Column, kindNames, typeNames } from "../row";
import { ChoiceCell, TextCell } from "./cells";
import { FaultLine } from "./fault-line";
import type { Fix } from "./fixes";
import type { ShownFault } from "./judge-line";
import { faultsOf, isReady, type Line } from "./lines";

export interface RowActions {
  edit: (id: number, part: Partial<Record<Column, string>>) => void;
  fix: (id: number, fix: Fix) => void;
  fixAll: (key: string) => void;
}

interface RowLineProps {
  line: Line;
  /** Its place in the table, the heading being 1. */
  index: number;
  /** The earlier row that says the same. */
  twin: number | undefined;
  fixes: ReadonlyMap<string, number>;
  actions: RowActions;
}

const types = contentTypes.map((type) => typeNames[type]);
const kinds = Object.values(kindNames);

/** One row: its cells are fields, what is wrong stands below them with what mends it. */
export const RowLine = memo(function RowLine({ line, index, twin, fixes, actions }: RowLineProps) {
  const { row } = line;
  const own = useRef<HTMLTableRowElement>(null);
  const faults = faultsOf(line);
  const isMended = line.wasFaulty && isReady(line);
  const noteId = `row-${row.id}-note`;
  const hasNote = faults.length > 0 || isMended || twin !== undefined;
  const cell = (column: Column) => ({
    row,
    column,
    fault: faults.find((fault) => fault.column === column),
    noteId: hasNote ? noteId : undefined,
    edit: actions.edit,
  });
  // What was pressed goes with the fault; the focus stays in the row.
  const stay = (work: () => void) => {
    own.current?.focus();
    work();
  };
  return (
    <tr aria-rowindex={index} ref={own} tabIndex={-1} className="import-row page-x">
      <td className="import-number text-ink-3">
        <span className="sr-only">Row </span>
        {row.id}
      </td>
      <td className="import-state">
        <State line={line} faults={faults} hasTwin={twin !== undefined} />
      </td>
      <TextCell {...cell("name")} />
      <ChoiceCell {...cell("type")} choices={types} />
      <TextCell {...cell("content")} />
      <ChoiceCell {...cell("kind")} choices={kinds} />
      {hasNote && (
        <td id={noteId} className="import-note">
          {faults.map((fault) => (
            <FaultLine
              key={`${fault.column} ${fault.member} ${fault.code}`}
              row={row}
              fault={fault}
              count={fault.fix === null ? 0 : (fixes.get(fault.fix.key) ?? 0)}
              onFix={(fix) => stay(() => actions.fix(row.id, fix))}
              onFixAll={(key) => stay(() => actions.fixAll(key))}
              onContent={(content) => actions.edit(row.id, { content })}
            />
          ))}
          {isMended && <p className="text-small text-ok">Mended just now. It's ready.</p>}
          {twin !== undefined && faults.length === 0 && (
            <p className="text-small text-warn">Same name and content as row {twin}.</p>
          )}
        </td>
      )}
    </tr>
  );
});

interface StateProps {
  line: Line;
  faults: readonly ShownFault[];
  hasTwin: boolean;
}

function State({ line, faults, hasTwin }: StateProps) {
  const sign = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;
  if (faults.length > 0) {
    return (
      <>
        <CircleAlert {...sign} className="text-stop" />
        <span className="sr-only">To mend</span>
      </>
    );
  }
  if (!isReady(line)) {
    return (
      <span className="text-ink-3">
        <Spinner />
        <span className="sr-only">Being checked</span>
      </span>
    );
  }
  return hasTwin ? (
    <>
      <TriangleAlert {...sign} className="text-warn" />
      <span className="sr-only">Ready, twice there</span>
    </>
  ) : (
    <>
      <Check {...sign} className="text-ok" />
      <span className="sr-only">Ready</span>
    </>
  );
}
