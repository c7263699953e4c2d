import { CopyButton } from "./copy-button";

interface CodeBlockProps {
  /** What it is, for the label above it and for screen readers. */
  label: string;
  language: "sh" | "js" | "py" | "go" | "php" | "json" | "text";
  text: string;
  canCopy?: boolean;
}

/** Text to be typed or read as it stands; long lines wrap, so nothing scrolls sideways, and copy whole. */
export function CodeBlock({ label, language, text, canCopy = false }: CodeBlockProps) {
  return (
    <figure className="my-3">
      <div className="flex h-9 items-center justify-between border border-b-0 border-line bg-canvas pr-1 pl-4 text-small text-ink-3 touch:h-11">
        <figcaption>{label}</figcaption>
        {canCopy && <CopyButton text={text} label={label} />}
      </div>
      <pre className="border border-line bg-surface px-4 py-3 font-mono text-code whitespace-pre-wrap [overflow-wrap:anywhere]">
        <code data-language={language}>{text}</code>
      </pre>
    </figure>
  );
}
