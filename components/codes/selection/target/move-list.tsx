import { ArrowRight } from "lucide-react";
import { countOf, sayCount } from "../../../ui/counts";
import type { LeftOut } from "../run/words";
import type { PlannedMove } from "./plan-moves";

interface MoveListProps {
  moves: readonly PlannedMove[];
  faulty: readonly PlannedMove[];
  left: LeftOut;
  /** Nothing is entered yet. */
  isEmpty: boolean;
}

/** From where to where each code goes; rows out of sight are not drawn. Its height is there from the start. */
export function MoveList({ moves, faulty, left, isEmpty }: MoveListProps) {
  const parts = [
    countOf(moves.length, "target changes", "targets change"),
    left.same > 0 && `${sayCount(left.same)} ${left.same === 1 ? "stays" : "stay"}`,
    faulty.length > 0 && `${sayCount(faulty.length)} would be no address`,
  ].filter(Boolean);
  return (
    <div>
      <p className="mb-1.5 text-small text-ink-3" role="status">
        {isEmpty ? "What changes is listed here first." : `${parts.join(", ")}.`}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well.
        tabIndex={0}
        aria-label="What changes"
        className="h-44 divide-y divide-line overflow-y-auto border-y border-line"
      >
        {!isEmpty && faulty.map((move) => <MoveRow key={move.id} move={move} isFaulty />)}
        {!isEmpty && moves.map((move) => <MoveRow key={move.id} move={move} />)}
      </ul>
    </div>
  );
}

function MoveRow({ move: { name, from, to }, isFaulty = false }: { move: PlannedMove; isFaulty?: boolean }) {
  return (
    <li className="py-2 [contain-intrinsic-size:auto_4.75rem] [content-visibility:auto]">
      <p className="truncate text-small font-medium">{name}</p>
      <p className="font-mono text-mono break-all text-ink-3">{from}</p>
      <p className={`flex gap-1.5 font-mono text-mono break-all ${isFaulty ? "text-stop" : ""}`}>
        <ArrowRight size={14} strokeWidth={1.6} className="mt-0.5 shrink-0" aria-label="to" role="img" />
        <span className="min-w-0">
          {to === "" ? "nothing" : to}
          {isFaulty && <span className="font-sans text-small"> is no web address: it stays.</span>}
        </span>
      </p>
    </li>
  );
}
