import { Check, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Scannability } from "@/lib/qr/schema";
import { verdictWords } from "./verdict";
import { Wedge } from "./wedge";

const tones = {
  ok: { Icon: Check, colour: "text-ok" },
  warn: { Icon: TriangleAlert, colour: "text-warn" },
  stop: { Icon: CircleX, colour: "text-stop" },
};

interface ScoreProps {
  /** The last grade; null before the first. */
  grade: Scannability | null;
  isStale: boolean;
  /** What stands below the wedge: the weakest case and its remedy. */
  children: ReactNode;
}

/** The reading, the verdict in words and the wedge. While a newer grade is made the last stays, its figure and wedge at 60 %. */
export function Score({ grade, isStale, children }: ScoreProps) {
  return (
    <div>
      <div data-stale={isStale}>
        <div className="flex items-end justify-between gap-4 pb-2">
          <p>
            <span className={isStale ? "text-reading opacity-60" : "text-reading"}>
              {grade?.score ?? "–"}
            </span>
            <span className="ml-2 text-body text-ink-3">of 100</span>
          </p>
          {grade === null ? (
            <p className="pb-1 text-body text-ink-3">Reading it back</p>
          ) : (
            <Verdict verdict={grade.verdict} />
          )}
        </div>
        <div className={isStale ? "opacity-60" : ""}>
          <Wedge grade={grade} />
        </div>
      </div>
      {children}
    </div>
  );
}

function Verdict({ verdict }: Pick<Scannability, "verdict">) {
  const { words, tone } = verdictWords[verdict];
  const { Icon, colour } = tones[tone];
  return (
    <p className={`flex items-center gap-1.5 pb-1 text-body font-medium ${colour}`}>
      <Icon size={16} strokeWidth={1.6} aria-hidden />
      {words}
    </p>
  );
}
