import type { Scannability, Settings } from "@/lib/qr/schema";
import { Button } from "../../ui/button";
import type { Built } from "../draft/build-code";
import { nameFix } from "./grade";

interface AdviceProps {
  built: Built;
  isBehind: boolean;
  /** Null while none is there for this very code. */
  scannability: Scannability | null;
  failure: string | null;
  applyFix: (fix: Settings) => void;
}

/** One sentence on the weakest case and a button that fixes it; its height is reserved before it appears. */
export function Advice({ built, isBehind, scannability, failure, applyFix }: AdviceProps) {
  const fix = scannability?.weakest.fix as Settings | undefined;
  const [warning] = built.warnings;
  return (
    <div className="mt-2 min-h-9 text-small text-ink-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="min-w-0 flex-1 basis-56">{sayState({ isBehind, scannability, failure })}</p>
        {fix !== undefined && !isBehind && (
          <Button shape="small" onClick={() => applyFix(fix)}>
            {nameFix(fix)}
          </Button>
        )}
      </div>
      {warning !== undefined && !isBehind && fix === undefined && <p className="mt-1">{warning.message}</p>}
    </div>
  );
}

function sayState({ isBehind, scannability, failure }: Omit<AdviceProps, "built" | "applyFix">): string {
  if (isBehind) return "This is the last code that could be drawn. It follows when the form is complete.";
  if (scannability) return scannability.weakest.advice;
  if (failure !== null) return `It can't be graded here: ${failure}`;
  return "";
}
