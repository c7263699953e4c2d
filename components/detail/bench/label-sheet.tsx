"use client";

import { Printer } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../ui/button";

const LabelsDialog = dynamic(() =>
  import("../../prints/labels-dialog").then((loaded) => loaded.LabelsDialog),
);

/** The code on a sheet of labels, as often as the sheet has any. */
export function LabelSheet({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const open = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <div className="flex min-h-13 items-center gap-3 border-t border-line py-2">
      <span className="w-10 shrink-0" aria-hidden>
        Labels
      </span>
      <span className="min-w-0 flex-1 pl-2 text-small text-ink-3">A sheet full of it</span>
      <Button onClick={open}>
        <Printer size={16} strokeWidth={1.6} aria-hidden />
        Label sheet
      </Button>
      {isAsked && <LabelsDialog ids={[id]} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}
