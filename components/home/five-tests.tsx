"use client";

import { useEffect, useRef } from "react";
import type { Distortion } from "@/lib/qr/schema";
import { caseWords } from "../codes/score";
import type { Grade } from "../qr-builder/grade/grade";
import { SheetEyes } from "../ui/skeleton";

/** Pixels of the canvas on each side; a picture that the test made smaller keeps its size in the middle. */
const side = 400;

const kinds = Object.keys(caseWords) as Distortion[];

/** The visitor's own code under the five things that stop phones, with what each left of its score. */
export function FiveTests({ grade, isStale }: { grade: Grade | null; isStale: boolean }) {
  return (
    <section aria-labelledby="tests-heading" className="bench border-b border-line bg-canvas">
      <div className="mx-auto grid max-w-[90rem] items-center gap-x-12 gap-y-8 px-4 py-10 md:px-6 md:py-14 lg:grid-cols-[18rem_minmax(0,1fr)] xl:gap-x-16 xl:px-12">
        <div>
          <h2 id="tests-heading" className="text-title-lg">
            We try to break it first
          </h2>
          <p className="mt-3 max-w-prose text-small text-ink-2">
            Your code, under the five things that stop phones from reading one. A second decoder reads every
            picture. If it fails, you get the setting to change, not the file.
          </p>
        </div>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:grid-cols-5 md:gap-x-5">
          {kinds.map((kind) => (
            <li key={kind} className="min-w-0">
              <div className={isStale ? "opacity-60" : ""}>
                <TestSheet kind={kind} picture={grade?.tests?.[kind]} />
              </div>
              <p className="mt-3 flex justify-between gap-2 text-small">
                <span>{caseWords[kind]}</span>
                <span className="font-medium">{grade?.scannability.cases[kind] ?? "–"}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** One test as a phone sees it, on paper of its own. Before it is drawn the sheet shows where the three eyes will be. */
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
        aria-label={`Your code under the test "${caseWords[kind]}"`}
        className="absolute inset-0 size-full"
      />
    </div>
  );
}
