"use client";

import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { type Column, columnNames, type Row } from "../row";
import type { RowFault } from "./fault-words";

interface CellProps {
  row: Row;
  column: Column;
  fault: RowFault | undefined;
  /** What is said of the row, below its cells. */
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

/**
 * A text to be changed where it stands. The browser keeps what is typed, and the row hears of it when the cell is left, so
 * that a key redraws nothing. Escape takes it back.
 */
export function TextCell(props: CellProps) {
  const { row, column, edit } = props;
  const value = row[column];
  const leave = ({ target }: FocusEvent<Field>) => {
    // The browser writes every line break as \n: what was not touched stays as it is.
    if (target.value !== target.defaultValue) edit(row.id, { [column]: target.value });
  };
  const takeBack = ({ key, currentTarget }: KeyboardEvent<Field>) => {
    if (key === "Escape") currentTarget.value = currentTarget.defaultValue;
  };
  const lines = value.split(/\r\n|[\r\n]/).length;
  const shared = {
    ...describe(props),
    defaultValue: value,
    onBlur: leave,
    onKeyDown: takeBack,
    spellCheck: false,
    autoComplete: "off",
    autoCapitalize: "off",
    className: `import-cell ${column === "content" ? "font-mono text-mono" : "font-medium"}`,
  } as const;
  return (
    <td className={`import-${column}`}>
      {lines > 1 ? (
        <textarea key={value} rows={Math.min(lines, 4)} wrap="off" {...shared} />
      ) : (
        <input key={value} type="text" placeholder={columnNames[column]} {...shared} />
      )}
    </td>
  );
}

/**
 * One of a few, by the browser's own list; what the file says and is none of them is in it as it was written. The others are
 * put in once it is reached for: a thousand lists would be slow to lay out.
 */
export function ChoiceCell({ choices, ...props }: CellProps & { choices: readonly string[] }) {
  const { row, column, edit } = props;
  const [isReached, setReached] = useState(false);
  const reach = () => setReached(true);
  const value = row[column];
  const known = choices.find((choice) => choice.toLowerCase() === value.trim().toLowerCase());
  return (
    <td className={`import-${column}`}>
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
    </td>
  );
}
