import { CopyButton } from "../docs/copy-button";

interface CurlBlockProps {
  label: string;
  command: string;
  /** Before there is a key there is nothing to copy. */
  canCopy?: boolean;
}

/** A command to be pasted into a shell; long lines wrap, so nothing scrolls sideways. */
export function CurlBlock({ label, command, canCopy = true }: CurlBlockProps) {
  return (
    <figure className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <figcaption className="text-small font-medium">{label}</figcaption>
        {canCopy && <CopyButton text={command} label={label} />}
      </div>
      <pre className="mt-1 rounded-control border border-line bg-canvas px-4 py-3 font-mono text-code whitespace-pre-wrap in-[.bench]:bg-surface [overflow-wrap:anywhere]">
        <code>{command}</code>
      </pre>
    </figure>
  );
}
