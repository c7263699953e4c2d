"use client";

import { useRef } from "react";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";

interface AskDialogProps {
  isOpen: boolean;
  title: string;
  lead: string;
  stay: string;
  go: string;
  onStay: () => void;
  onGo: () => void;
}

/** Asks before what was mended here is lost; the safe answer first. */
export function AskDialog({ isOpen, title, lead, stay, go, onStay, onGo }: AskDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog isOpen={isOpen} onClose={onStay} title={title} lead={lead} firstFocus={safe}>
      <div className="mt-6">
        <DialogActions>
          <Button ref={safe} onClick={onStay}>
            {stay}
          </Button>
          <Button kind="danger" onClick={onGo}>
            {go}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
