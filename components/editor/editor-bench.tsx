import { CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Distortion, Scannability, Settings } from "@/lib/qr/schema";
import { CropMarks, QrSheet } from "../codes/qr-sheet";
import { Ruler } from "../codes/ruler";
import { distortionLabels, Score, SmallWedge, verdictLabels } from "../codes/score";
import type { Built } from "../qr-builder/draft/build-code";
import { type Grade, judge, listWarnings, nameFix } from "../qr-builder/grade/grade";
import type { Graded } from "../qr-builder/grade/use-grade";
import { Button } from "../ui/button";

interface EditorBenchProps {
  name: string;
  built: Built;
  isBehind: boolean;
  graded: Graded;
  note: ReactNode;
  applyFix: (fix: Settings) => void;
}

export function EditorBench({ name, built, isBehind, graded, note, applyFix }: EditorBenchProps) {
  const { grade, isStale, failure } = graded;
  const scannability = grade && judge(grade, built);
  const isOld = isStale || isBehind;
  return (
    <div className="mx-auto max-w-full md:w-(--reading)">
      <div className="mx-auto w-(--sheet) max-w-full">
        <div className={isBehind ? "opacity-35" : ""} aria-hidden>
          <Ruler matrix={built.matrix} style={built.style} />
        </div>
        <div className="mt-[27px]">
          <CropMarks>
            <QrSheet svg={built.svg} name={`QR code for ${name || "your new code"}`} faded={isBehind} />
          </CropMarks>
        </div>
      </div>
      <p className="mx-auto mt-7 mb-6 min-h-9 w-(--sheet) max-w-full text-center text-small text-balance text-ink-3 [overflow-wrap:anywhere]">
        {note}
      </p>
      <Score grade={scannability} isStale={isOld}>
        <div className="mt-3">
          <CaseRows grade={scannability} isStale={isOld} />
        </div>
        <Weakness
          built={built}
          isBehind={isBehind}
          grade={isStale ? null : grade}
          scannability={isStale ? null : scannability}
          failure={failure}
          applyFix={applyFix}
        />
      </Score>
      <p role="status" className="sr-only">
        {isOld || !scannability ? "" : announce(scannability)}
      </p>
    </div>
  );
}

function announce({ score, verdict }: Scannability): string {
  return `Scannability ${score} of 100, ${verdictLabels[verdict].words}`;
}

interface WeaknessProps {
  built: Built;
  isBehind: boolean;
  /** Null while none is there for this very code. */
  grade: Grade | null;
  /** `grade` as shown. */
  scannability: Scannability | null;
  failure: string | null;
  applyFix: (fix: Settings) => void;
}

function Weakness({ isBehind, ...finding }: WeaknessProps) {
  return (
    <div className="mt-4 min-h-20 border-t border-line pt-4 text-small md:min-h-30">
      {isBehind ? (
        <p className="text-ink-2">This isn't your code yet. Complete the form to see it.</p>
      ) : (
        <Finding {...finding} />
      )}
    </div>
  );
}

function Finding({ built, grade, scannability, failure, applyFix }: Omit<WeaknessProps, "isBehind">) {
  if (scannability === null) {
    return failure === null ? null : <p className="text-ink-2">It can't be graded here: {failure}</p>;
  }
  const { weakest, verdict } = scannability;
  const fix = weakest.fix as Settings | undefined;
  const isRefused = verdict === "do_not_print";
  const warnings = listWarnings(built, grade, fix);
  const Icon = isRefused ? CircleX : TriangleAlert;
  const tone = isRefused ? "text-stop" : "text-warn";
  return (
    <>
      {fix !== undefined && (
        <p className={`flex items-center gap-2 font-medium ${tone}`}>
          <Icon size={16} strokeWidth={1.6} className="shrink-0" aria-hidden />
          {isRefused ? "It doesn't scan" : `${distortionLabels[weakest.case]} is the weakest`}
        </p>
      )}
      <div className={fix === undefined ? "" : "mt-1 pl-6"}>
        <p className="text-ink-2">{weakest.advice}</p>
        {fix !== undefined && (
          <Button shape="small" className="mt-3" onClick={() => applyFix(fix)}>
            {nameFix(fix)}
          </Button>
        )}
        {warnings.map(({ code, field, message }) => (
          <p key={code + field} className="mt-2 text-ink-2">
            {message}
          </p>
        ))}
      </div>
    </>
  );
}

const kinds = Object.keys(distortionLabels) as Distortion[];

/** From this score on the weakest case is nothing to be warned of. */
const strong = 90;

interface CaseRowsProps {
  /** The last grade; null before the first. */
  grade: Scannability | null;
  isStale: boolean;
}

function CaseRows({ grade, isStale }: CaseRowsProps) {
  const weakest = grade === null || grade.weakest.score >= strong ? null : grade.weakest.case;
  return (
    <ul aria-label="The five tests" className={isStale ? "opacity-60" : ""}>
      {kinds.map((kind) => (
        <li
          key={kind}
          className="grid h-7 grid-cols-[6.5rem_minmax(0,1fr)_2.25rem] items-center gap-3 text-small"
        >
          <span className={kind === weakest ? "text-warn" : ""}>{distortionLabels[kind]}</span>
          <SmallWedge score={grade?.cases[kind] ?? 0} />
          <span className={`text-right font-medium ${kind === weakest ? "text-warn" : ""}`}>
            {grade?.cases[kind] ?? "–"}
          </span>
        </li>
      ))}
    </ul>
  );
}
