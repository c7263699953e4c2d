"use client";

import { useRef } from "react";
import type { Warning } from "@/lib/platform/errors";
import { Button } from "../../ui/button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { listNews, sayWarning } from "./warnings";

interface SavedDialogProps {
  name: string;
  warnings: readonly Warning[];
  onClose: () => void;
}

/** It is saved, and this is to be known before it is printed. */
export function SavedDialog({ name, warnings, onClose }: SavedDialogProps) {
  const news = listNews(warnings);
  const way = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={news.length > 0}
      onClose={onClose}
      isSticky
      title={`“${name}” is saved`}
      lead={news.map((warning) => (
        <p key={warning.code} className="mt-1">
          {sayWarning(warning)}
        </p>
      ))}
      firstFocus={way}
    >
      <div className="mt-6">
        <DialogActions>
          <Button ref={way} kind="primary" onClick={onClose}>
            See the code
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
