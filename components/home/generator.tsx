"use client";

import { useMemo, useState } from "react";
import { publicContentTypes } from "@/lib/content/schema";
import { buildCode } from "../qr-builder/draft/build-code";
import { applyFix, largestSize } from "../qr-builder/draft/read-settings";
import { useDraft } from "../qr-builder/draft/use-draft";
import { ContentTabs } from "../qr-builder/forms/content-tabs";
import { focusFault, useFieldFaults } from "../qr-builder/forms/use-field-faults";
import { useGrade } from "../qr-builder/grade/use-grade";
import { LookPanel } from "../qr-builder/look/look-panel";
import { Toasts } from "../ui/toasts";
import { Bench } from "./bench/bench";
import { FiveTests } from "./five-tests";

interface GeneratorProps {
  /** Our own origin: the first code, and where curl goes. */
  origin: string;
}

/** Form, style, bench and the five tests over one draft. All of it is drawn here; nothing is sent but for a link. */
export function Generator({ origin }: GeneratorProps) {
  const { draft, change } = useDraft(origin);
  const { built, faults } = useMemo(() => buildCode(draft, { maxSize: largestSize.public }), [draft]);
  const [lastGood, setLastGood] = useState(built);
  if (built !== null && built !== lastGood) setLastGood(built);
  const shown = built ?? lastGood;
  if (shown === null) throw new Error("The first code can't be drawn: the service's own address is none.");
  const graded = useGrade(shown);
  const fields = useFieldFaults(faults);
  const { look } = draft;
  const showFaults = () => {
    fields.showAll();
    requestAnimationFrame(() => focusFault(faults));
  };
  return (
    <>
      <div className="generator border-b border-line">
        <div className="area-form min-w-0">
          <Headline />
          <div className="mt-5 md:mt-7">
            <ContentTabs
              types={publicContentTypes}
              draft={draft}
              isSound={built !== null}
              fields={fields}
              change={change}
            />
          </div>
        </div>
        <section aria-label="Your code" className="area-bench bench min-w-0 bg-canvas">
          <div className="md:sticky md:top-0">
            <Bench
              built={shown}
              isBehind={built === null}
              graded={graded}
              origin={origin}
              applyFix={(fix) => change({ look: applyFix(look, fix) })}
              showFaults={showFaults}
            />
          </div>
        </section>
        <div className="area-look min-w-0">
          <LookPanel
            maxSize={largestSize.public}
            look={look}
            fields={fields}
            change={(part) => change({ look: { ...look, ...part } })}
          />
        </div>
      </div>
      <FiveTests grade={graded.grade} isStale={graded.isStale} />
      <Toasts />
    </>
  );
}

function Headline() {
  return (
    <>
      <h1 className="text-display-phone md:text-display">
        Every code scans.
        <br />
        <span className="text-ink-3">No printed code ever dies.</span>
      </h1>
      <p className="mt-3 max-w-[30rem] text-lead text-ink-2 max-md:hidden">
        Make one here without an account. Each picture is read back from its finished pixels before you get
        it.
      </p>
    </>
  );
}
