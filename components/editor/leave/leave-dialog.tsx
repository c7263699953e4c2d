"use client";

import { useRef } from "react";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";

interface LeaveDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title="Leave without saving?"
      lead="What you have changed here is not kept."
      firstFocus={safe}
    >
      <div className="mt-6">
        <DialogActions>
          <Button ref={safe} onClick={onStay}>
            Go on editing
          </Button>
          <Button kind="danger" onClick={onLeave}>
            Leave
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
