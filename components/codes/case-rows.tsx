import type { Distortion, Scannability } from "@/lib/qr/schema";
import { caseWords, SmallWedge } from "./score";

const kinds = Object.keys(caseWords) as Distortion[];

/** From this score on the weakest case is nothing to be warned of. */
const strong = 90;

interface CaseRowsProps {
  /** The last grade; null before the first. */
  grade: Scannability | null;
  isStale: boolean;
}

/** The reading of each of the five tests, one below the other; the weakest stands out. */
export function CaseRows({ grade, isStale }: CaseRowsProps) {
  const weakest = grade === null || grade.weakest.score >= strong ? null : grade.weakest.case;
  return (
    <ul aria-label="The five tests" className={isStale ? "opacity-60" : ""}>
      {kinds.map((kind) => (
        <li
          key={kind}
          className="grid h-7 grid-cols-[6.5rem_minmax(0,1fr)_2.25rem] items-center gap-3 text-small"
        >
          <span className={kind === weakest ? "text-warn" : ""}>{caseWords[kind]}</span>
          <SmallWedge score={grade?.cases[kind] ?? 0} />
          <span className={`text-right font-medium ${kind === weakest ? "text-warn" : ""}`}>
            {grade?.cases[kind] ?? "–"}
          </span>
        </li>
      ))}
    </ul>
  );
}
