"use client";

import { Suspense, use } from "react";
import { Button } from "../../ui/button";
import { FailedPart } from "../../ui/failed-part";
import { Notice } from "../../ui/notice";
import type { ComingGrade } from "../bench/grade-block";
import type { PrintPlan, PrintVerdict } from "./judge-print";
import { widestMm } from "./read-plan";
import { sayVerdict } from "./words";

interface VerdictProps {
  /** Null while a field is no number. */
  plan: PrintPlan | null;
  verdict: PrintVerdict | null;
  grade: ComingGrade;
  setWidth: (mm: number) => void;
}

/** Print or don't, with the reason and what would mend it. Its height is kept while fields change. */
export function Verdict({ plan, verdict, grade, setWidth }: VerdictProps) {
  return (
    <div className="mt-2 grid min-h-21 2xl:min-h-16" aria-live="polite">
      {plan === null || verdict === null ? (
        <Notice title="Not measured">It is as soon as the fields are filled.</Notice>
      ) : verdict.faults.length > 0 ? (
        <TooSmall plan={plan} verdict={verdict} setWidth={setWidth} />
      ) : (
        <FailedPart what="The verdict">
          <Suspense fallback={<Ready plan={plan} verdict={verdict} />}>
            <Judged plan={plan} verdict={verdict} grade={grade} />
          </Suspense>
        </FailedPart>
      )}
    </div>
  );
}

interface ReadyProps {
  plan: PrintPlan;
  verdict: PrintVerdict;
}

/** Large enough is not enough where the look itself can't be read. */
function Judged({ plan, verdict, grade }: ReadyProps & { grade: ComingGrade }) {
  const scannability = use(grade);
  const isBad =
    scannability === "unreadable" ||
    (scannability !== "unavailable" && scannability.verdict === "do_not_print");
  if (!isBad) return <Ready plan={plan} verdict={verdict} />;
  return (
    <Notice tone="stop" title="Don't print this">
      It is large enough, but phones can't rely on how it looks. See Scannability.
    </Notice>
  );
}

function Ready({ plan, verdict }: ReadyProps) {
  return (
    <Notice tone="ok" title="Ready to print">
      {sayVerdict(verdict, plan)}
    </Notice>
  );
}

function TooSmall({ plan, verdict, setWidth }: ReadyProps & Pick<VerdictProps, "setWidth">) {
  const { leastMm } = verdict;
  return (
    <Notice tone="stop" title={`Too small at ${plan.widthMm} mm`}>
      {sayVerdict(verdict, plan)}{" "}
      {leastMm <= widestMm ? (
        <span className="mt-2 block">
          <Button shape="small" onClick={() => setWidth(leastMm)}>
            Print at {leastMm.toLocaleString("en-GB")} mm
          </Button>
        </span>
      ) : (
        "No sheet is that wide: come closer."
      )}
    </Notice>
  );
}
