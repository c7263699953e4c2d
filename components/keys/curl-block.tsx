import { CopyButton } from "../docs/copy-button";
import type { Command } from "./write-curl";

const program = "curl";

interface CurlBlockProps {
  label: string;
  command: Command;
  /** Before there is a key there is nothing to copy. */
  canCopy?: boolean;
}

/**
 * A command to be pasted into a shell. The end of a long key is only hidden from sight: what is selected or copied is
 * whole.
 */
export function CurlBlock({ label, command, canCopy = true }: CurlBlockProps) {
  const [before, apiKey, after] = command;
  const quote = before.indexOf('"');
  return (
    <figure className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <figcaption className="text-small font-medium">{label}</figcaption>
        {canCopy && <CopyButton text={command.join("")} label={label} />}
      </div>
      <pre className="mt-1 rounded-control border border-line bg-canvas px-3 py-2.5 font-mono text-mono whitespace-pre-wrap in-[.bench]:bg-surface [overflow-wrap:anywhere]">
        <code>
          <span className="text-accent">{before.slice(0, program.length)}</span>
          {before.slice(program.length, quote)}
          <span className="text-ok">
            {before.slice(quote)}
            <span className="inline-block max-w-[16ch] truncate align-bottom">{apiKey}</span>
            {after.slice(0, 1)}
          </span>
          {after.slice(1)}
        </code>
      </pre>
    </figure>
  );
}
