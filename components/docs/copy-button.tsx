"use client";

import { useState } from "react";
import { buttonClasses } from "../ui/button";

/** Copies a block; says so in its own place for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [word, setWord] = useState("Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWord("Copied");
    } catch {
      setWord("Select it by hand");
    }
    setTimeout(() => setWord("Copy"), 2_000);
  };
  return (
    <button type="button" className={buttonClasses({ kind: "ghost", shape: "small" })} onClick={copy}>
      <span aria-live="polite">{word}</span>
      <span className="sr-only"> {label}</span>
    </button>
  );
}
