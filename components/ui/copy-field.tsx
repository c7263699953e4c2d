"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { buttonClasses } from "./button";
import { controlClasses } from "./field";

/** A secret to be taken along: whole, selected, and copied by the view's primary button. */
export function CopyField({ id, label, text }: { id: string; label: string; text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [isBarred, setBarred] = useState(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setBarred(true);
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium [overflow-wrap:anywhere]">
        {label}
      </label>
      <div className="flex gap-2 max-md:flex-col">
        <textarea
          ref={field}
          id={id}
          rows={1}
          readOnly
          value={text}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          className={`${controlClasses} [field-sizing:content] min-h-11 resize-none py-3 font-mono text-mono! break-all max-md:min-h-15 md:flex-1`}
        />
        <button type="button" className={buttonClasses({ kind: "primary", shape: "large" })} onClick={copy}>
          <Icon size={16} strokeWidth={1.6} aria-hidden />
          <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
        </button>
      </div>
      {isBarred && (
        <p role="alert" className="mt-1.5 text-small text-stop">
          This browser doesn't let pages copy. It's selected: copy it by hand.
        </p>
      )}
    </div>
  );
}
