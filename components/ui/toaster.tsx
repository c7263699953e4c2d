"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, X } from "lucide-react";
import { useEffect } from "react";
import type { Sentence } from "./say";

/** One sentence at a time: 5 s, paused under the pointer and the focus; a fault stays until it is closed. */
export function Toaster({ sentence }: { sentence: Sentence }) {
  return (
    <Base.Provider limit={1}>
      <Adder sentence={sentence} />
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-24 z-40 mx-auto w-fit max-w-md md:bottom-7">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Adder({ sentence }: { sentence: Sentence }) {
  const { add } = Base.useToastManager();
  useEffect(() => {
    const { text, isFault } = sentence;
    add(isFault ? { title: text, type: "fault", priority: "high", timeout: 0 } : { title: text });
  }, [add, sentence]);
  return null;
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection="down"
      className="rounded-float bg-raised text-ink shadow-float transition-[opacity,translate] duration-180 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-1 data-starting-style:opacity-0 motion-reduce:transition-none"
    >
      <Base.Content className="flex min-h-11 items-center gap-3 py-1 pr-1 pl-4">
        {toast.type === "fault" && (
          <CircleAlert size={16} strokeWidth={1.6} className="shrink-0" aria-hidden />
        )}
        <Base.Title className="min-w-0 flex-1 py-2 text-body [overflow-wrap:anywhere]" render={<p />} />
        <Base.Close
          aria-label="Close"
          className="flex size-9 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-canvas hover:text-ink touch:size-11"
        >
          <X size={14} strokeWidth={1.6} aria-hidden />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
