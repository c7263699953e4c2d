"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Button } from "../../ui/button";
import { countOf, formatCount, nounOf } from "../../ui/counts";
import { Notice } from "../../ui/notice";
import { Segmented } from "../../ui/segmented";
import { Ticks } from "../../ui/usage-ruler";
import type { ImportProps, Room, Row } from "../row";
import { CheckFoot } from "./check-foot";
import { countLines, findTwins, shows, type Tally, type View } from "./lines";
import { RowTable } from "./row-table";
import { useLines, useServerCheck } from "./use-lines";

interface CheckStepProps extends Pick<ImportProps, "actions" | "room" | "hasOwnDefault"> {
  name: string;
  rows: readonly Row[];
  /** How many columns of the file were taken; null: it was no file. */
  columns: number | null;
  presetId: string | null;
  onEdited: () => void;
  onCreated: (id: string) => void;
}

export function CheckStep(props: CheckStepProps) {
  const { actions, room, hasOwnDefault, name, rows, columns, presetId, onEdited, onCreated } = props;
  const work = useLines(rows, hasOwnDefault);
  const { lines, setLines } = work;
  const server = useServerCheck(lines, setLines, presetId, actions.check);
  const tally = useMemo(() => countLines(lines), [lines]);
  const twins = useMemo(() => findTwins(lines), [lines]);
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen ?? (tally.faulty > 0 || lines.some(({ isTouched }) => isTouched) ? "faulty" : "all");
  const shown = useMemo(() => lines.filter((line) => shows(view, line)), [lines, view]);
  const isEdited = lines.length !== rows.length || lines.some(({ row }, at) => row !== rows[at]);
  useEffect(() => {
    if (isEdited) onEdited();
  }, [isEdited, onEdited]);
  return (
    <div className="flex flex-1 flex-col">
      <CheckStats {...{ name, tally, room, columns }} total={lines.length} />
      <Troubles work={work} server={server} twins={twins} />
      <div className="page-x flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
        <Segmented
          name="view"
          label="Rows"
          value={view}
          onChange={(next) => {
            work.clearTouched();
            setChosen(next);
          }}
          choices={[
            { value: "all", name: `All ${lines.length}` },
            { value: "faulty", name: `To fix ${tally.faulty}` },
            { value: "ready", name: `Ready ${tally.ready}` },
          ]}
        />
        <p className="text-small text-ink-3">Edit in place. Rows are checked again as you leave them.</p>
      </div>
      <RowTable
        key={view}
        lines={shown}
        twins={twins}
        fixes={tally.fixes}
        edit={work.edit}
        fix={work.fix}
        fixAll={work.fixAll}
        emptyNote={view === "faulty" ? "Nothing left to fix." : "No row is ready yet."}
      />
      <p className="sr-only" aria-live="polite">
        {tally.pending === 0 && `${countOf(tally.ready, "row")} ready, ${tally.faulty} to fix.`}
      </p>
      <CheckFoot {...{ lines, tally, room, name, presetId, actions, onCreated }} />
    </div>
  );
}

interface TroublesProps {
  work: ReturnType<typeof useLines>;
  server: ReturnType<typeof useServerCheck>;
  twins: ReadonlyMap<number, number>;
}

function Troubles({ work, server, twins }: TroublesProps) {
  return (
    <div className="import-troubles">
      {work.isLost && (
        <Notice tone="stop" isAlert title="The row check didn't load">
          The connection dropped.
          <br />
          <TryAgain onClick={work.tryAgain} />
        </Notice>
      )}
      {server.refusal !== null && (
        <Notice tone="stop" isAlert title="Not all rows were checked">
          {server.refusal.sentence ?? "The service refused them."}
          <br />
          <TryAgain onClick={server.tryAgain} />
        </Notice>
      )}
      {twins.size > 0 && (
        <Notice
          tone="warn"
          title={`${countOf(twins.size, "row")} ${twins.size === 1 ? "has" : "have"} the name and content of an earlier row`}
        >
          If that's intended, each becomes its own code.
          <br />
          <Button shape="small" className="mt-2" onClick={() => work.remove(new Set(twins.keys()))}>
            Remove {twins.size === 1 ? "it" : `all ${twins.size}`}
          </Button>
        </Notice>
      )}
    </div>
  );
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button shape="small" className="mt-2" onClick={onClick}>
      Try again
    </Button>
  );
}

interface CheckStatsProps {
  name: string;
  total: number;
  columns: number | null;
  tally: Tally;
  room: Room;
}

function CheckStats({ name, total, columns, tally, room }: CheckStatsProps) {
  const { ready, faulty, pending, kinds } = tally;
  return (
    <div className="import-stats border-b border-line">
      <Stat label={name} value={total}>
        {nounOf(total, "row")}
        {columns !== null && `, ${columns} ${nounOf(columns, "column")} matched`}
      </Stat>
      <Stat label="Ready" value={ready} tone="text-ok">
        {pending > 0 ? `${formatCount(pending)} being checked` : "checked"}
      </Stat>
      <Stat label="To fix" value={faulty} tone={faulty > 0 ? "text-stop" : ""}>
        {kinds === 0 ? "no faults" : `${kinds} different ${nounOf(kinds, "fault")}`}
      </Stat>
      <RoomRuler room={room} added={ready} />
    </div>
  );
}

interface StatProps {
  label: string;
  value: number;
  tone?: string;
  children: ReactNode;
}

function Stat({ label, value, tone = "", children }: StatProps) {
  return (
    <div className="import-stat">
      <p className="truncate text-small text-ink-3" title={label}>
        {label}
      </p>
      <p className={`text-reading ${tone}`}>{formatCount(value)}</p>
      <p className="text-small text-ink-3">{children}</p>
    </div>
  );
}

function RoomRuler({ room: { used, limit }, added }: { room: Room; added: number }) {
  const after = used + added;
  const isOver = after > limit;
  return (
    <div className="import-room">
      <p className="flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-medium">Codes on your plan</span>
        <span className={isOver ? "text-stop" : "text-ink-3"}>
          {formatCount(used)} now, {formatCount(after)} after this import, {formatCount(limit)} at most
        </span>
      </p>
      <Ticks
        share={Math.min(1, used / limit)}
        added={Math.min(1, after / limit) - Math.min(1, used / limit)}
        tone="text-accent"
      />
    </div>
  );
}
