"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { ImportProgress } from "@/lib/imports/schema";
import { countOf, sayCount } from "../../ui/counts";
import type { Refusal } from "../../ui/form/answer";
import { callSafely } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import type { MadeActions } from "./result-actions";

/** After a refusal it waits so long, twice as long each time. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** An import under way. As long as somebody watches, this page moves it on; else the service does. */
export function ImportRunning({ start, moveOn }: { start: ImportProgress; moveOn: MadeActions["moveOn"] }) {
  const { progress, refusal } = useProgress(start, moveOn);
  const { total, done, made } = progress;
  const refused = done - made;
  return (
    <section className="page-x py-10" aria-label="Progress">
      <p className="text-reading">
        {sayCount(done)} <span className="text-title text-ink-3">of {countOf(total, "row")}</span>
      </p>
      <div
        role="progressbar"
        aria-label="Rows that are done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${total} rows`}
        className="mt-4 h-2 w-full max-w-3xl border border-line-strong bg-surface"
      >
        <div
          className="h-full bg-accent transition-[width] duration-240 motion-reduce:transition-none forced-colors:bg-[Highlight]"
          style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }}
        />
      </div>
      <p className="mt-4 text-body text-ink-2">
        {countOf(made, "code")} made{refused > 0 && `, ${countOf(refused, "row")} refused`}.
      </p>
      <p className="mt-2 max-w-[66ch] text-body text-ink-2">
        You can leave this page or close the tab: the import goes on, and this page shows how far it is. It is
        listed in{" "}
        <Link href="/bulk" prefetch={false} className="link">
          Bulk
        </Link>
        .
      </p>
      {refusal !== null && (
        <div className="mt-4 max-w-3xl">
          <RefusalNote refusal={refusal} />
        </div>
      )}
    </section>
  );
}

function useProgress(start: ImportProgress, moveOn: MadeActions["moveOn"]) {
  const router = useRouter();
  const [progress, setProgress] = useState(start);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { id } = start;
  useEffect(() => {
    let isLeft = false;
    const drive = async () => {
      for (let waitMs = firstWaitMs; !isLeft; ) {
        const answer = await callSafely(
          () => moveOn(id),
          "The connection dropped. The import goes on by itself.",
        );
        if (isLeft || answer === null) return;
        if ("done" in answer) {
          setProgress(answer.done);
          setRefusal(null);
          waitMs = firstWaitMs;
          if (answer.done.isFinished) return router.refresh();
        } else {
          setRefusal(answer.refusal);
          await new Promise((resolve) => setTimeout(resolve, waitMs));
          waitMs = Math.min(longestWaitMs, waitMs * 2);
        }
      }
    };
    void drive();
    return () => {
      isLeft = true;
    };
  }, [id, moveOn, router]);
  return { progress, refusal };
}
