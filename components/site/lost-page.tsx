import type { ReactNode } from "react";
import { CropMarks } from "../codes/qr-sheet";

interface LostPageProps {
  title: string;
  sentence: string;
  requestId?: string | undefined;
  children: ReactNode;
}

export function LostPage({ title, sentence, requestId, children }: LostPageProps) {
  return (
    <div className="bench flex flex-1 flex-col items-center justify-center bg-canvas px-4 py-20 text-center">
      <CropMarks tone="text-accent">
        <div className="size-32" />
      </CropMarks>
      <h1 className="mt-14 text-title-lg">{title}</h1>
      <p className="mt-2 max-w-[28rem] text-body text-ink-2">{sentence}</p>
      {requestId !== undefined && <p className="mt-3 font-mono text-mono text-ink-3">{requestId}</p>}
      <div className="mt-6">{children}</div>
    </div>
  );
}
