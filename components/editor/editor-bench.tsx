import type { ReactNode } from "react";
import type { Scannability, Settings } from "@/lib/qr/schema";
import { CaseRows } from "../codes/case-rows";
import { CropMarks } from "../codes/crop-marks";
import { QrSheet } from "../codes/qr-sheet";
import { Ruler } from "../codes/ruler";
import { Score } from "../codes/score";
import { verdictWords } from "../codes/verdict";
import type { Built } from "../maker/draft/build-code";
import { judge } from "../maker/grade/judge";
import type { Graded } from "../maker/grade/use-grade";
import { Weakness } from "./weakness";

interface EditorBenchProps {
  name: string;
  built: Built;
  isBehind: boolean;
  graded: Graded;
  /** What the symbol holds, where that is not what is entered. */
  note: ReactNode;
  applyFix: (fix: Settings) => void;
}

/** The sheet as it will be, its reading, and what weakens it. */
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
  return `Scannability ${score} of 100, ${verdictWords[verdict].words}`;
}
