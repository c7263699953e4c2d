"use client";

import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { Th } from "../../ui/table";
import { columnNames, columns } from "../row";
import type { Line } from "./lines";
import { type RowActions, RowLine } from "./row-line";

interface RowTableProps extends RowActions {
  lines: readonly Line[];
  twins: ReadonlyMap<number, number>;
  fixes: ReadonlyMap<string, number>;
  emptyNote: string;
}

/** Rows that are drawn together: few, so that drawing them holds up no finger. */
const blockSize = 5;

export function RowTable({ lines, twins, fixes, emptyNote, edit, fix, fixAll }: RowTableProps) {
  const known = useStable(fixes, sameCounts);
  const seconds = useStable(twins, sameCounts);
  const actions = useMemo(() => ({ edit, fix, fixAll }), [edit, fix, fixAll]);
  const blocks = useMemo(() => splitLines(lines), [lines]);
  return (
    <table aria-label="Rows" aria-rowcount={lines.length + 1} className="import-table" onKeyDown={goOn}>
      <thead className="import-head">
        <tr aria-rowindex={1} className="import-row page-x">
          <Th className="text-right">Row</Th>
          <Th>
            <span className="sr-only">State</span>
          </Th>
          {columns.map((column) => (
            <Th key={column}>{columnNames[column]}</Th>
          ))}
        </tr>
      </thead>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place
        <Block key={at} lines={block} from={at * blockSize} twins={seconds} fixes={known} actions={actions} />
      ))}
      {lines.length === 0 && (
        <tbody>
          <tr>
            <td className="page-x py-8 text-ink-3">{emptyNote}</td>
          </tr>
        </tbody>
      )}
    </table>
  );
}

interface BlockProps {
  lines: readonly Line[];
  from: number;
  twins: ReadonlyMap<number, number>;
  fixes: ReadonlyMap<string, number>;
  actions: RowActions;
}

const Block = memo(function Block({ lines, from, twins, fixes, actions }: BlockProps) {
  const group = useRef<HTMLTableSectionElement>(null);
  const { isNear, height } = useNear(group, from < 2 * blockSize);
  return (
    <tbody
      ref={group}
      className="import-block"
      style={isNear ? undefined : { height: height ?? `calc(${lines.length} * var(--row))` }}
    >
      {isNear &&
        lines.map((line, at) => (
          <RowLine
            key={line.row.id}
            line={line}
            index={from + at + 2}
            twin={twins.get(line.row.id)}
            fixes={fixes}
            actions={actions}
          />
        ))}
    </tbody>
  );
}, sameBlock);

function sameBlock(one: BlockProps, other: BlockProps): boolean {
  const isSame =
    one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at]);
  return isSame && one.twins === other.twins && one.fixes === other.fixes && one.actions === other.actions;
}

function splitLines(lines: readonly Line[]): (readonly Line[])[] {
  return Array.from({ length: Math.ceil(lines.length / blockSize) }, (_, at) =>
    lines.slice(at * blockSize, (at + 1) * blockSize),
  );
}

/** Whether an element is within a window of being seen, and its last height. What has the focus stays drawn. */
function useNear(element: { current: HTMLElement | null }, isNearAtFirst: boolean) {
  const [state, setState] = useState<{ isNear: boolean; height: number | null }>({
    isNear: isNearAtFirst,
    height: null,
  });
  useEffect(() => {
    const own = element.current;
    if (own === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true;
        if (isNear) setState((now) => (now.isNear ? now : { ...now, isNear }));
        else if (!own.contains(document.activeElement)) {
          const height = own.offsetHeight;
          setState((now) => (now.isNear ? { isNear, height } : now));
        }
      },
      { rootMargin: "60% 0px" },
    );
    watch.observe(own);
    return () => watch.disconnect();
  }, [element]);
  return state;
}

function useStable<T>(value: T, isSame: (one: T, other: T) => boolean): T {
  const known = useRef(value);
  if (!isSame(known.current, value)) known.current = value;
  return known.current;
}

function sameCounts<K>(one: ReadonlyMap<K, number>, other: ReadonlyMap<K, number>): boolean {
  return one.size === other.size && [...one].every(([key, count]) => other.get(key) === count);
}

function goOn(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  const isCell = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || !isCell) return;
  event.preventDefault();
  target.blur();
  requestAnimationFrame(() => {
    const faulty = [...currentTarget.querySelectorAll<HTMLElement>("[aria-invalid=true]")];
    const next = faulty.find(
      (cell) => target.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    (next ?? faulty[0] ?? target).focus();
  });
}
