"use client";

import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, memo, useId, useRef, useState } from "react";
import { contentTypes } from "@/lib/content/schema";
import { typeNames } from "../../codes/type-names";
import { Spinner } from "../../ui/spinner";
import { answerColumns, answerNames, extraColumns } from "../extras";
import { type Column, columnNames, kindNames, type Row, readMember, writeMember } from "../row";
import type { Fix, ShownFault } from "./fixes";
import { faultsOf, isReady, type Line } from "./lines";
import type { RowFault } from "./validate-row";

export interface RowActions {
  edit: (id: number, part: Partial<Record<Column, string>>) => void;
  fix: (id: number, fix: Fix) => void;
  fixAll: (key: string) => void;
}

interface RowLineProps {
  line: Line;
  index: number;
  twin: number | undefined;
  fixes: ReadonlyMap<string, number>;
  actions: RowActions;
}

const types = contentTypes.map((type) => typeNames[type]);
const kinds = Object.values(kindNames);
const answers = Object.values(answerNames);
const isCode = (column: Column) => column === "content" || column === "routes" || column === "utm";
const isAnswer = (column: Column) => (answerColumns as readonly Column[]).includes(column);

export const RowLine = memo(function RowLine({ line, index, twin, fixes, actions }: RowLineProps) {
  const { row } = line;
  const own = useRef<HTMLTableRowElement>(null);
  const faults = faultsOf(line);
  const isMended = line.wasFaulty && isReady(line);
  const extras = extraColumns.filter((column) => row[column] !== undefined);
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
          {isMended && <p className="text-small text-ok">Fixed just now. It's ready.</p>}
          {twin !== undefined && faults.length === 0 && (
            <p className="text-small text-warn">Same name and content as row {twin}.</p>
          )}
        </td>
      )}
      {extras.length > 0 && (
        <td className="import-extras">
          {extras.map((column) => (
            <Extra key={column} {...cell(column)} />
          ))}
        </td>
      )}
    </tr>
  );
});

function State({ line, faults, hasTwin }: { line: Line; faults: readonly ShownFault[]; hasTwin: boolean }) {
  const sign = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;
  if (faults.length > 0) {
    return (
      <>
        <CircleAlert {...sign} className="text-stop" />
        <span className="sr-only">To fix</span>
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

interface FaultLineProps {
  row: Row;
  fault: ShownFault;
  count: number;
  onFix: (fix: Fix) => void;
  onFixAll: (key: string) => void;
  onContent: (content: string) => void;
}

function FaultLine({ row, fault, count, onFix, onFixAll, onContent }: FaultLineProps) {
  const { fix, words, member } = fault;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      <p className="min-w-0 text-stop [overflow-wrap:anywhere]">{words}</p>
      {member !== undefined && <MemberField row={row} member={member} onContent={onContent} />}
      {fix !== null && <FixButtons fix={fix} count={count} onFix={onFix} onFixAll={onFixAll} />}
    </div>
  );
}

function FixButtons({
  fix,
  count,
  onFix,
  onFixAll,
}: Pick<FaultLineProps, "count" | "onFix" | "onFixAll"> & { fix: Fix }) {
  const { key, label, labelForAll } = fix;
  if (count > 1 && labelForAll !== undefined) {
    return <FixButton label={labelForAll(count)} onClick={() => onFixAll(key)} />;
  }
  return (
    <>
      <FixButton label={label} onClick={() => onFix(fix)} />
      {count > 1 && <FixButton label={`For all ${count} rows`} onClick={() => onFixAll(key)} />}
    </>
  );
}

function FixButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 rounded-medium text-left font-medium text-accent [overflow-wrap:anywhere] hover:text-accent-hover hover:underline touch:min-h-11"
    >
      {label}
    </button>
  );
}

const memberNames: Record<string, string> = {
  ssid: "Network name",
  password: "Password",
  security: "Security",
  firstName: "First name",
  lastName: "Last name",
  organization: "Organisation",
  phone: "Phone",
  phoneNumber: "Phone",
  email: "Email address",
  url: "Web page",
  to: "To",
};

/** The part of the content that is wrong, so that nobody has to write it as the interface wants it. */
function MemberField({
  row,
  member,
  onContent,
}: {
  row: Row;
  member: string;
  onContent: (content: string) => void;
}) {
  const id = useId();
  const value = readMember(row.content, member) ?? "";
  const name = memberNames[member];
  if (name === undefined || typeof value !== "string" || !row.content.trimStart().startsWith("{"))
    return null;
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-ink-3">
        {name}
      </label>
      <input
        id={id}
        key={value}
        defaultValue={value}
        aria-invalid
        autoComplete="off"
        spellCheck={false}
        onBlur={({ target }) => {
          if (target.value !== value) onContent(writeMember(row.content, member, target.value));
        }}
        className="import-cell w-44!"
      />
    </span>
  );
}

interface CellProps {
  row: Row;
  column: Column;
  fault: RowFault | undefined;
  noteId: string | undefined;
  edit: (id: number, part: Partial<Record<Column, string>>) => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function describe({ row, column, fault, noteId }: CellProps) {
  return {
    "aria-label": `${columnNames[column]}, row ${row.id}`,
    "aria-invalid": fault === undefined ? undefined : true,
    "aria-describedby": fault === undefined ? undefined : noteId,
  };
}

/** A cell of a column that only some files have, with its name beside it. */
function Extra(props: CellProps) {
  const { column } = props;
  return (
    <div className={`import-extra-${column}`}>
      <span className="text-small text-ink-3" aria-hidden>
        {columnNames[column]}
      </span>
      {isAnswer(column) ? <Choice {...props} choices={answers} /> : <TextControl {...props} />}
    </div>
  );
}

function TextCell(props: CellProps) {
  return (
    <td className={`import-${props.column}`}>
      <TextControl {...props} />
    </td>
  );
}

/** An editable cell. The row gets the text when the cell is left, so that a key redraws nothing. Escape reverts it. */
function TextControl(props: CellProps) {
  const { row, column, edit } = props;
  const value = row[column] ?? "";
  const leave = ({ target }: FocusEvent<Field>) => {
    // The browser writes every line break as \n: what was not touched stays as it is.
    if (target.value !== target.defaultValue) edit(row.id, { [column]: target.value });
  };
  const undo = ({ key, currentTarget }: KeyboardEvent<Field>) => {
    if (key === "Escape") currentTarget.value = currentTarget.defaultValue;
  };
  const lines = value.split(/\r\n|[\r\n]/).length;
  const shared = {
    ...describe(props),
    defaultValue: value,
    onBlur: leave,
    onKeyDown: undo,
    spellCheck: false,
    autoComplete: "off",
    autoCapitalize: "off",
    className: `import-cell ${isCode(column) ? "font-mono text-mono" : "font-medium"}`,
  } as const;
  return lines > 1 ? (
    <textarea key={value} rows={Math.min(lines, 4)} wrap="off" {...shared} />
  ) : (
    <input key={value} type="text" placeholder={columnNames[column]} {...shared} />
  );
}

type ChoiceProps = CellProps & { choices: readonly string[] };

function ChoiceCell(props: ChoiceProps) {
  return (
    <td className={`import-${props.column}`}>
      <Choice {...props} />
    </td>
  );
}

/** The browser's own list, with the file's value as written. Options are added on first use: thousands would be slow. */
function Choice({ choices, ...props }: ChoiceProps) {
  const { row, column, edit } = props;
  const [isReached, setReached] = useState(false);
  const reach = () => setReached(true);
  const value = row[column] ?? "";
  const known = choices.find((choice) => choice.toLowerCase() === value.trim().toLowerCase());
  return (
    <select
      {...describe(props)}
      value={known ?? value}
      onFocus={reach}
      onPointerEnter={reach}
      onPointerDown={reach}
      onChange={({ target }) => edit(row.id, { [column]: target.value })}
      className="import-cell cursor-pointer"
    >
      {known === undefined && <option value={value}>{value === "" ? "Choose" : value}</option>}
      {(isReached ? choices : choices.filter((choice) => choice === known)).map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
