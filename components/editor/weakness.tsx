import { CircleX, TriangleAlert } from "lucide-react";
import type { Scannability, Settings } from "@/lib/qr/schema";
import { caseWords } from "../codes/verdict";
import type { Built } from "../maker/draft/build-code";
import { nameFix } from "../maker/grade/name-fix";
import { Button } from "../ui/button";

interface WeaknessProps {
  built: Built;
  isBehind: boolean;
  /** Null while none is there for this very code. */
  scannability: Scannability | null;
  failure: string | null;
  applyFix: (fix: Settings) => void;
}

/** What weakens the code most and the button that mends it; its height is kept free before it comes. */
export function Weakness({ built, isBehind, scannability, failure, applyFix }: WeaknessProps) {
  return (
    <div className="mt-4 min-h-20 border-t border-line pt-4 text-small md:min-h-30">
      {isBehind ? (
        <p className="text-ink-2">This is not your code yet. It follows when the form is complete.</p>
      ) : (
        <Finding {...{ built, scannability, failure, applyFix }} />
      )}
    </div>
  );
}

function Finding({ built, scannability, failure, applyFix }: Omit<WeaknessProps, "isBehind">) {
  if (scannability === null) {
    return failure === null ? null : <p className="text-ink-2">It can't be graded here: {failure}</p>;
  }
  const { weakest, verdict } = scannability;
  const fix = weakest.fix as Settings | undefined;
  const isRefused = verdict === "do_not_print";
  const warnings = built.warnings.filter(({ code }) => fix === undefined || code !== "inverted_colors");
  const Icon = isRefused ? CircleX : TriangleAlert;
  const tone = isRefused ? "text-stop" : "text-warn";
  return (
    <>
      {fix !== undefined && (
        <p className={`flex items-center gap-2 font-medium ${tone}`}>
          <Icon size={16} strokeWidth={1.6} className="shrink-0" aria-hidden />
          {isRefused ? "It doesn't scan" : `${caseWords[weakest.case]} is the weakest`}
        </p>
      )}
      <div className={fix === undefined ? "" : "mt-1 pl-6"}>
        <p className="text-ink-2">{weakest.advice}</p>
        {fix !== undefined && (
          <Button shape="small" className="mt-3" onClick={() => applyFix(fix)}>
            {nameFix(fix)}
          </Button>
        )}
        {warnings.map(({ code, message }) => (
          <p key={code} className="mt-2 text-ink-2">
            {message}
          </p>
        ))}
      </div>
    </>
  );
}
