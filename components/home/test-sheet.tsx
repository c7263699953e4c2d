"use client";

import { useEffect, useRef } from "react";
import type { Distortion } from "@/lib/qr/schema";
import { caseWords } from "../codes/verdict";
import { SheetEyes } from "../ui/skeleton";

/** Pixels of the canvas on each side; a picture that the test made smaller keeps its size in the middle. */
const side = 400;

/** One test as a phone sees it, on paper of its own. Before it is drawn the sheet shows where the three eyes will be. */
export function TestSheet({ kind, picture }: { kind: Distortion; picture: ImageData | undefined }) {
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
