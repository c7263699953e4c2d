"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { TextField } from "../ui/field";

export function EmailField({
  label = "Email",
  ...props
}: Partial<ComponentProps<typeof TextField>> & { id: string }) {
  return (
    <TextField
      large
      type="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
      label={label}
    />
  );
}

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

/** A code of the app or a recovery code. The last digit does not submit: that would move people without asking (WCAG 3.2.2). */
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
