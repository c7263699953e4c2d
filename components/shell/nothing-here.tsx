import type { ReactNode } from "react";
import { CropMarks } from "../codes/qr-sheet";

interface NothingHereProps {
  /** In the frame: "No keys". */
  mark: string;
  title: string;
  /** Why, in a sentence or two. */
  children: ReactNode;
  /** The way on. */
  action: ReactNode;
}

/** In the place of what a page would hold: an empty frame, why it is empty, and a way on. */
export function NothingHere({ mark, title, children, action }: NothingHereProps) {
  return (
    <div className="bench flex flex-1 flex-wrap content-center items-center justify-center gap-x-20 gap-y-16 bg-canvas px-10 py-16">
      <CropMarks tone="text-accent">
        <div className="grid size-40 place-items-center border border-dashed border-mark text-small font-medium text-accent">
          {mark}
        </div>
      </CropMarks>
      <div className="max-w-[26rem]">
        <h2 className="text-title-lg">{title}</h2>
        <p className="mt-2 mb-5 text-ink-2">{children}</p>
        {action}
      </div>
    </div>
  );
}
