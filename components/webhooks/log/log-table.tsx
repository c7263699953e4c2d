"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import type { LogRow } from "@/lib/webhooks/schema";
import { Badge } from "../../ui/badge";
import { formatDay, formatSeconds } from "../../ui/dates";
import { Th } from "../../ui/table";
import { statusLabels } from "../messages";
import { StatusMark } from "../webhook-table";

interface LogTableProps {
  rows: readonly LogRow[];
  fresh: ReadonlySet<string>;
  chosen: string | null;
  hasNames: boolean;
  zone: string;
  nowMs: number;
  hrefOf: (id: string) => string;
  open: (id: string) => void;
}

/** One row a delivery, 40 high. Arrows walk the rows, Enter opens; Tab goes by them in one step. */
export function LogTable(props: LogTableProps) {
  const { rows, zone, nowMs } = props;
  const { body, current, walk, setCurrent } = useWalk(props);
  const today = formatDay(new Date(nowMs).toISOString(), zone);
  return (
    <table className="w-full text-left text-small sm:table-fixed">
      <caption className="sr-only">Deliveries, newest first. Arrow keys move, Enter opens one.</caption>
      <thead>
        <tr className="border-b border-line whitespace-nowrap text-ink-3">
          <Th className="page-start h-9 w-23 font-medium max-sm:hidden md:w-25 xl:w-28 min-[100rem]:w-30">
            Time
          </Th>
          <Th className="h-9 font-medium max-sm:pl-4">Event</Th>
          <Th className="w-27 font-medium sm:w-30">Status</Th>
          <Th className="w-18 pr-4 text-right font-medium">Answer</Th>
          <Th className="w-24 pr-4 text-right font-medium max-sm:hidden md:pr-6">Duration</Th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={walk}>
        {rows.map((row, at) => {
          const day = formatDay(row.createdAt, zone);
          const above = rows[at - 1];
          const isNewDay = above === undefined ? day !== today : formatDay(above.createdAt, zone) !== day;
          return (
            <LogRowPair
              key={row.id}
              {...props}
              row={row}
              dayAbove={isNewDay ? day : null}
              isCurrent={row.id === current}
              onFocus={() => setCurrent(row.id)}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/** One row is the stop of the Tab key: the last that had the focus, else the one that is opened, else the first. */
function useWalk({ rows, chosen }: Pick<LogTableProps, "rows" | "chosen">) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setCurrent] = useState<string | null>(null);
  const isThere = (id: string | null) => id !== null && rows.some((row) => row.id === id);
  const current = [focused, chosen].find(isThere) ?? rows[0]?.id;
  const walk = (event: KeyboardEvent) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>("a[data-row]") ?? [])];
    const at = links.indexOf(event.target as HTMLElement);
    if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    links[to]?.focus();
    links[to]?.scrollIntoView({ block: "nearest" });
  };
  return { body, current, walk, setCurrent };
}

interface PairProps extends LogTableProps {
  row: LogRow;
  dayAbove: string | null;
  isCurrent: boolean;
  onFocus: () => void;
}

function LogRowPair({
  row,
  dayAbove,
  isCurrent,
  onFocus,
  fresh,
  chosen,
  hasNames,
  zone,
  hrefOf,
  open,
}: PairProps) {
  const { id, createdAt, eventType, status, responseStatus, durationMs, origin, webhookName } = row;
  const isChosen = id === chosen;
  const time = formatSeconds(createdAt, zone);
  return (
    <>
      {dayAbove !== null && (
        <tr className="border-b border-line bg-canvas text-ink-3">
          <th scope="rowgroup" colSpan={5} className="page-start h-7 text-tiny font-medium">
            {dayAbove}
          </th>
        </tr>
      )}
      <tr
        data-chosen={isChosen || undefined}
        className={`relative h-10 [transform:translate(0)] border-b border-line hover:bg-canvas data-chosen:bg-accent-tint data-chosen:shadow-[inset_3px_0_0_var(--accent)] touch:h-12 ${fresh.has(id) ? "log-fresh" : ""}`}
      >
        <td className="page-start whitespace-nowrap text-ink-2 max-sm:hidden">{time}</td>
        <th
          scope="row"
          className="py-1 pr-3 font-normal max-sm:w-full max-sm:max-w-0 max-sm:py-2 max-sm:pl-4"
        >
          <span className="flex min-w-0 items-center gap-2">
            <a
              data-row
              href={hrefOf(id)}
              tabIndex={isCurrent ? 0 : -1}
              aria-current={isChosen ? "true" : undefined}
              onFocus={onFocus}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                open(id);
              }}
              className="min-w-0 truncate font-mono text-mono outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {eventType}
              <span className="sr-only">
                {" "}
                at {time}, {statusLabels[status]}
              </span>
            </a>
            {origin !== "event" && <Badge>{origin === "test" ? "Test" : "Replay"}</Badge>}
            {hasNames && (
              <span className="min-w-0 flex-1 truncate text-ink-3 max-xl:hidden">{webhookName}</span>
            )}
          </span>
          <span className="mt-0.5 block truncate text-ink-3 sm:hidden" aria-hidden>
            {time}
            {durationMs === null ? "" : ` · ${durationMs.toLocaleString("en-GB")} ms`}
          </span>
        </th>
        <td className="pr-2">
          <StatusMark status={status} />
        </td>
        <td className="pr-4 text-right font-medium">
          {responseStatus ?? (
            <>
              <span aria-hidden>–</span>
              <span className="sr-only">None</span>
            </>
          )}
        </td>
        <td className="pr-4 text-right whitespace-nowrap text-ink-3 max-sm:hidden md:pr-6">
          {durationMs === null ? "" : `${durationMs.toLocaleString("en-GB")} ms`}
        </td>
      </tr>
    </>
  );
}
