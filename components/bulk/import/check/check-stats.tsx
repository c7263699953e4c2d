import type { ReactNode } from "react";
import { nounOf, sayCount } from "../../../ui/counts";
import { Ticks } from "../../../ui/usage-ruler";
import type { Room } from "../props";
import type { Tally } from "./lines";

interface CheckStatsProps {
  name: string;
  total: number;
  columns: number | null;
  tally: Tally;
  room: Room;
}

/** How many rows there are, how many are ready, and what they will take of the plan. */
export function CheckStats({ name, total, columns, tally, room }: CheckStatsProps) {
  const { ready, faulty, pending, kinds } = tally;
  return (
    <div className="import-stats border-b border-line">
      <Stat label={name} value={total}>
        {nounOf(total, "row")}
        {columns !== null && `, ${columns} ${nounOf(columns, "column")} matched`}
      </Stat>
      <Stat label="Ready" value={ready} tone="text-ok">
        {pending > 0 ? `${sayCount(pending)} being checked` : "checked"}
      </Stat>
      <Stat label="To mend" value={faulty} tone={faulty > 0 ? "text-stop" : ""}>
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
      <p className={`text-reading ${tone}`}>{sayCount(value)}</p>
      <p className="text-small text-ink-3">{children}</p>
    </div>
  );
}

/** What is used, and what this import adds to it, as far as there is room. */
function RoomRuler({ room: { used, limit }, added }: { room: Room; added: number }) {
  const after = used + added;
  const isOver = after > limit;
  return (
    <div className="import-room">
      <p className="flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-medium">Codes on your plan</span>
        <span className={isOver ? "text-stop" : "text-ink-3"}>
          {sayCount(used)} now, {sayCount(after)} after this import, {sayCount(limit)} at most
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
