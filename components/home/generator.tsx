"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { publicContentTypes } from "@/lib/content/schema";
import type { Distortion } from "@/lib/qr/schema";
import { distortionLabels } from "../codes/score";
import { buildCode } from "../qr-builder/draft/build-code";
import { applyFix, largestSize } from "../qr-builder/draft/read-settings";
import { useDraft } from "../qr-builder/draft/use-draft";
import { ContentTabs } from "../qr-builder/forms/content-form";
import { focusFault, useFieldFaults } from "../qr-builder/forms/form-fields";
import type { Grade } from "../qr-builder/grade/grade";
import { useGrade } from "../qr-builder/grade/use-grade";
import { LookPanel } from "../qr-builder/look/look-panel";
import { SheetEyes } from "../ui/skeleton";
import { Toasts } from "../ui/toasts";
import { Bench } from "./bench";

/** Pixels of the canvas on each side; a picture that the test made smaller keeps its size in the middle. */
const side = 400;

const kinds = Object.keys(distortionLabels) as Distortion[];

interface GeneratorProps {
  /** Our own origin: the first code, and where curl goes. */
  origin: string;
}

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
        Create one here without an account. We check that every finished picture scans before you get it.
      </p>
    </>
  );
}

function FiveTests({ grade, isStale }: { grade: Grade | null; isStale: boolean }) {
  return (
    <section aria-labelledby="tests-heading" className="bench border-b border-line bg-canvas">
      <div className="mx-auto grid max-w-[90rem] items-center gap-x-12 gap-y-8 px-4 py-10 md:px-6 md:py-14 lg:grid-cols-[18rem_minmax(0,1fr)] xl:gap-x-16 xl:px-12">
        <div>
          <h2 id="tests-heading" className="text-title-lg">
            We try to break it first
          </h2>
          <p className="mt-3 max-w-prose text-small text-ink-2">
            We test your code against five things that stop phones from reading it. A second decoder reads
            every picture. If one fails, we name the setting to change instead of giving you the file.
          </p>
        </div>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:grid-cols-5 md:gap-x-5">
          {kinds.map((kind) => (
            <li key={kind} className="min-w-0">
              <div className={isStale ? "opacity-60" : ""}>
                <TestSheet kind={kind} picture={grade?.tests?.[kind]} />
              </div>
              <p className="mt-3 flex justify-between gap-2 text-small">
                <span>{distortionLabels[kind]}</span>
                <span className="font-medium">{grade?.scannability.cases[kind] ?? "–"}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function TestSheet({ kind, picture }: { kind: Distortion; picture: ImageData | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || picture === undefined) return;
    context.fillStyle = "white";
    context.fillRect(0, 0, side, side);
    context.putImageData(
      picture,
      Math.round((side - picture.width) / 2),
      Math.round((side - picture.height) / 2),
    );
  }, [picture]);
  return (
    <div className="relative aspect-square bg-paper shadow-paper">
      {picture === undefined && <SheetEyes />}
      <canvas
        ref={canvas}
        width={side}
        height={side}
        role="img"
        aria-label={`Your code under the test "${distortionLabels[kind]}"`}
        className="absolute inset-0 size-full"
      />
    </div>
  );
}
