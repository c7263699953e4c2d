import { CopyButton } from "./copy-button";

interface CodeBlockProps {
  label: string;
  language: "sh" | "js" | "py" | "go" | "php" | "json" | "text";
  text: string;
  canCopy?: boolean;
}

/** Text to be typed or read as it stands; long lines wrap, so nothing scrolls sideways, and copy whole. */
export function CodeBlock({ label, language, text, canCopy = false }: CodeBlockProps) {
  return (
    <figure className="code-block">
      <div>
        <figcaption>{label}</figcaption>
        {canCopy && <CopyButton text={text} label={label} />}
      </div>
      <pre>
        <code data-language={language}>{text}</code>
      </pre>
    </figure>
  );
}
