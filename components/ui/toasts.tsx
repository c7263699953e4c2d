"use client";

import { X } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { listen, type ToastMessage } from "./toast";
import { toastCloseClasses, UndoButton } from "./undo-button";

type Toaster = ComponentType<{ messages: readonly ToastMessage[] }>;

/** Shows messages. The toaster is loaded with the first one; if that fails, they are shown plainly. */
export function Toasts() {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([]);
  const [Toaster, setToaster] = useState<Toaster | "missing" | null>(null);
  useEffect(
    () =>
      listen((next) => {
        setMessages((all) => [...all, next]);
        import("./toaster").then(
          (loaded) => setToaster(() => loaded.Toaster),
          () => setToaster("missing"),
        );
      }),
    [],
  );
  const last = messages.at(-1);
  if (last === undefined || Toaster === null) return null;
  if (Toaster === "missing") return <PlainToast message={last} onGone={() => setMessages([])} />;
  return <Toaster messages={messages} />;
}

function PlainToast({ message: { text, undo }, onGone }: { message: ToastMessage; onGone: () => void }) {
  return (
    <div className="fixed inset-x-4 bottom-[calc(6rem+var(--bar-room,0px))] z-40 mx-auto flex min-h-11 w-fit max-w-md items-center gap-3 rounded-float bg-raised py-1 pr-1 pl-4 text-ink shadow-float md:bottom-[calc(1.75rem+var(--bar-room,0px))]">
      <p role="alert" className="min-w-0 flex-1 py-2 text-body [overflow-wrap:anywhere]">
        {text}
      </p>
      {undo !== undefined && <UndoButton key={undo.untilMs} undo={undo} onGone={onGone} onOver={onGone} />}
      <button type="button" aria-label="Close" onClick={onGone} className={toastCloseClasses}>
        <X size={14} strokeWidth={1.6} aria-hidden />
      </button>
    </div>
  );
}
