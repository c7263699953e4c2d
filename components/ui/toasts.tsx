"use client";

import { type ComponentType, useEffect, useState } from "react";
import { listen, type Sentence } from "./say";
import { UndoButton } from "./undo-button";
import { whenIdle } from "./when-idle";

type Toaster = ComponentType<{ sentence: Sentence }>;

/**
 * Where sentences are said. What draws them comes once the page has nothing else to do; where the connection dropped before
 * that, they are said plainly.
 */
export function Toasts() {
  const [sentence, setSentence] = useState<Sentence | null>(null);
  const [Toaster, setToaster] = useState<Toaster | "missing" | null>(null);
  useEffect(() => {
    const load = () =>
      import("./toaster").then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => setToaster("missing"),
      );
    const cancel = whenIdle(load);
    const leave = listen((next) => {
      setSentence(next);
      void load();
    });
    return () => {
      cancel();
      leave();
    };
  }, []);
  if (sentence === null || Toaster === null) return null;
  if (Toaster === "missing") return <PlainToast sentence={sentence} onGone={() => setSentence(null)} />;
  return <Toaster sentence={sentence} />;
}

function PlainToast({ sentence: { text, undo }, onGone }: { sentence: Sentence; onGone: () => void }) {
  return (
    <div className="fixed inset-x-4 bottom-[calc(6rem+var(--bar-room,0px))] z-40 mx-auto flex min-h-11 w-fit max-w-md items-center gap-3 rounded-float bg-raised px-4 py-1 text-ink shadow-float md:bottom-[calc(1.75rem+var(--bar-room,0px))]">
      <p role="alert" className="min-w-0 flex-1 py-2 text-body [overflow-wrap:anywhere]">
        {text}
      </p>
      {undo !== undefined && <UndoButton key={undo.untilMs} undo={undo} onGone={onGone} onOver={onGone} />}
    </div>
  );
}
