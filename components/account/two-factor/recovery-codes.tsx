"use client";

import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { saveFile } from "../../ui/save-file";

interface RecoveryCodeListProps {
  codes: readonly string[];
  email: string;
  onStored: () => void;
}

/** The one view of recovery codes: to copy, to keep as a file, to put away. */
export function RecoveryCodeList({ codes, email, onStored }: RecoveryCodeListProps) {
  const [copied, setCopied] = useState<"yes" | "barred" | null>(null);
  const text = writeFile(codes, email);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied("yes"),
      () => setCopied("barred"),
    );
  const Icon = copied === "yes" ? Check : Copy;
  return (
    <div className="mt-5 grid gap-5">
      <ol
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 bg-canvas p-4 font-mono text-code forced-colors:border"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={copy}>
          <Icon size={16} strokeWidth={1.6} aria-hidden />
          <span aria-live="polite">{copied === "yes" ? "Copied" : "Copy"}</span>
        </Button>
        <Button
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "quietzone-recovery-codes.txt")}
        >
          <Download size={16} strokeWidth={1.6} aria-hidden />
          Download (.txt)
        </Button>
      </div>
      {copied === "barred" && (
        <p role="alert" className="text-small text-stop">
          This browser doesn't let pages copy. Download them, or select them by hand.
        </p>
      )}
      <DialogActions>
        <Button kind="primary" onClick={onStored}>
          I've stored them
        </Button>
      </DialogActions>
    </div>
  );
}

export const recoveryLead =
  "Each signs you in once in place of a code, should you lose the app. This is the only time they're shown: keep them apart from it.";

function writeFile(codes: readonly string[], email: string): string {
  return [`Quietzone recovery codes of ${email}. Each works once.`, "", ...codes, ""].join("\n");
}
