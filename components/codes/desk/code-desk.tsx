"use client";

import { useRouter } from "next/navigation";
import { type ComponentType, createContext, type ReactNode, useContext, useState } from "react";
import type { MenuItem } from "../../ui/menu";
import { say } from "../../ui/say";
import type { DeleteCodeDialog } from "../deletion/delete-code-dialog";
import { useSelection } from "../selection/use-selection";
import type { CodeActions, DeskCode } from "./actions";
import { listMenuItems } from "./menu-items";
import { useCodeWork } from "./use-code-work";

interface Desk {
  itemsFor: (code: DeskCode) => MenuItem[];
  copy: (code: DeskCode) => void;
}

const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("Codes are worked on within a CodeDesk.");
  return desk;
}

/** Around a list of codes: what can be done with each of them, and the one dialog that asks before it goes. */
export function CodeDesk({ actions, children }: { actions: CodeActions; children: ReactNode }) {
  const work = useCodeWork(actions);
  const deletion = useDeletion();
  const selection = useSelection();
  const desk: Desk = {
    itemsFor: (code) => listMenuItems(code, work, deletion.ask, selection),
    copy: (code) => (code.shortUrl === null ? work.copyPicture(code) : work.copyLink(code)),
  };
  const { code, Dialog } = deletion;
  return (
    <DeskContext value={desk}>
      {children}
      {code !== null && Dialog !== null && (
        <Dialog
          code={code}
          isOpen={deletion.isOpen}
          onClose={deletion.close}
          onGone={deletion.forget}
          actions={actions}
          onDeleted={deletion.refresh}
        />
      )}
    </DeskContext>
  );
}

/** The code that is asked about; it is kept while the dialog goes. What draws the dialog is loaded with the first one. */
function useDeletion() {
  const router = useRouter();
  const [code, setCode] = useState<DeskCode | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<Parameters<typeof DeleteCodeDialog>[0]> | null>(null);
  return {
    code,
    isOpen,
    Dialog,
    async ask(next: DeskCode) {
      const loaded = await import("../deletion/delete-code-dialog").catch(() => null);
      if (loaded === null) return say.fault("Not asked: the connection dropped. Choose it again.");
      setDialog(() => loaded.DeleteCodeDialog);
      setCode(next);
      setOpen(true);
    },
    close: () => setOpen(false),
    forget: () => setCode(null),
    refresh() {
      router.refresh();
      // What opened the dialog goes with its code.
      document.getElementById("main")?.focus();
    },
  };
}
