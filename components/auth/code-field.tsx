"use client";

import { useEffect, useRef, useState } from "react";
import { TextField } from "../ui/field";

interface CodeFieldProps {
  id: string;
  name: string;
  fault: string | undefined;
  large?: boolean;
  isAlone?: boolean;
}

const kinds = {
  app: { label: "Code from your app", other: "Use a recovery code instead", inputMode: "numeric" },
  recovery: { label: "Recovery code", other: "Use a code from your app instead", inputMode: "text" },
} as const;

/**
 * A code of the app, or a recovery code in its place. Typing the last digit sends nothing: people who can't see that would be
 * taken elsewhere without having asked (WCAG 3.2.2), and Enter is no further away.
 */
export function CodeField({ large = false, isAlone = false, ...place }: CodeFieldProps) {
  const [kind, setKind] = useState<keyof typeof kinds>("app");
  const input = useRef<HTMLInputElement>(null);
  const takesFocus = useRef(isAlone);
  const { label, other, inputMode } = kinds[kind];
  useEffect(() => {
    if (takesFocus.current) input.current?.focus();
    takesFocus.current = false;
  });
  const turn = () => {
    takesFocus.current = true;
    setKind(kind === "app" ? "recovery" : "app");
  };
  return (
    <div>
      <TextField
        key={kind}
        {...place}
        ref={input}
        large={large}
        label={label}
        inputMode={inputMode}
        autoComplete={kind === "app" ? "one-time-code" : "off"}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="link mt-1.5 inline-flex min-h-6 items-center text-small touch:min-h-11"
        onClick={turn}
      >
        {other}
      </button>
    </div>
  );
}
