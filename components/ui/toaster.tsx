"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { ToastMessage, Undo } from "./toast";
import { toastCloseClasses, UndoButton } from "./undo-button";

/** More than anybody can have taken back within ten seconds. */
const mostToasts = 20;

/** One message at a time: 5 s, paused under pointer and focus. Faults stay until closed; Undo stays while it works. */
export function Toaster({ messages }: { messages: readonly ToastMessage[] }) {
  return (
    <Base.Provider limit={mostToasts}>
      <Adder messages={messages} />
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-[calc(6rem+var(--bar-room,0px))] z-40 mx-auto flex w-fit max-w-md flex-col items-center gap-2 md:bottom-[calc(1.75rem+var(--bar-room,0px))]">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Adds each message once, those that were said before this came as well. */
function Adder({ messages }: { messages: readonly ToastMessage[] }) {
  const { add } = Base.useToastManager();
  const added = useRef(0);
  useEffect(() => {
    for (const { text, isFault, undo } of messages.slice(added.current)) {
      if (undo !== undefined) add({ title: text, timeout: 0, data: undo });
      else add(isFault ? { title: text, type: "fault", priority: "high", timeout: 0 } : { title: text });
    }
    added.current = messages.length;
  }, [add, messages]);
  return null;
}

/** What could have been taken back is done for good within this: then the page says what it holds now. */
const settledMs = 3_000;

function ToastList() {
  const router = useRouter();
  const { toasts, close } = Base.useToastManager<Undo>();
  // The newest comes first; one before it is seen again once that has gone.
  const front = toasts.find(({ data }) => data === undefined);
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection="down"
      hidden={toast.data === undefined && toast !== front}
      className="max-w-full rounded-float bg-raised text-ink shadow-float transition-[opacity,translate] duration-180 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 motion-reduce:transition-none"
    >
      <Base.Content className="flex min-h-11 items-center gap-3 py-1 pr-1 pl-4">
        {toast.type === "fault" && (
          <CircleAlert size={16} strokeWidth={1.6} className="shrink-0" aria-hidden />
        )}
        <Base.Title className="min-w-0 flex-1 py-2 text-body [overflow-wrap:anywhere]" render={<p />} />
        {toast.data !== undefined && (
          <UndoButton
            undo={toast.data}
            onGone={() => close(toast.id)}
            onOver={() => {
              close(toast.id);
              setTimeout(() => router.refresh(), settledMs);
            }}
          />
        )}
        <Base.Close aria-label="Close" className={toastCloseClasses}>
          <X size={14} strokeWidth={1.6} aria-hidden />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
