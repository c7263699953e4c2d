import { type ReactNode, Suspense } from "react";
import type { Scannability } from "@/lib/qr/schema";
import { FactList } from "../../ui/fact-list";
import { FailedPart } from "../../ui/failed-part";
import { Score } from "../score";

export type ComingGrade = Promise<Scannability | "unreadable" | "unavailable">;

/** How well the picture reads, graded by the server: the place is there before the grade is. */
export function GradeBlock({ grade, edit }: { grade: ComingGrade; edit: ReactNode }) {
  return (
    <section aria-labelledby="score-heading">
      <h2 id="score-heading" className="mb-1.5 text-heading">
        Scannability
      </h2>
      <FailedPart what="The grade" className="min-h-[107px]">
        <Suspense
          fallback={
            <Score grade={null} isStale={false}>
              <Advice />
            </Score>
          }
        >
          <Graded grade={grade} edit={edit} />
        </Suspense>
      </FailedPart>
    </section>
  );
}

async function Graded({ grade, edit }: { grade: ComingGrade; edit: ReactNode }) {
  const scannability = await grade;
  if (typeof scannability === "string") return <Ungraded why={scannability} edit={edit} />;
  const { advice, fix } = scannability.weakest;
  return (
    <Score grade={scannability} isStale={false}>
      <Advice>
        {advice} {fix !== undefined && edit}
      </Advice>
    </Score>
  );
}

function Advice({ children }: { children?: ReactNode }) {
  return <p className="mt-2 min-h-9 text-small text-ink-2">{children}</p>;
}

function Ungraded({ why, edit }: { why: "unreadable" | "unavailable"; edit: ReactNode }) {
  return (
    <p className="min-h-[107px] text-small text-ink-2">
      {why === "unavailable" ? (
        "It can't be graded right now: too much is being drawn. Reload the page in a moment."
      ) : (
        <>
          <b className="font-medium text-stop">Don't print this.</b> The finished picture doesn't scan, so it
          can't be downloaded any more. {edit}
        </>
      )}
    </p>
  );
}

export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <section aria-labelledby="details-heading">
      <h2 id="details-heading" className="mb-2 text-heading">
        Details
      </h2>
      <FactList facts={facts} />
    </section>
  );
}
