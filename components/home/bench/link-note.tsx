/** The link that was made, to be read and selected, and how long it lives. */
export function LinkNote({ address }: { address: string }) {
  return (
    <div className="mt-3 border-t border-line pt-3 text-small text-ink-2">
      <a
        href={address}
        className="link font-mono text-mono [overflow-wrap:anywhere]"
        target="_blank"
        rel="noreferrer"
      >
        {address}
      </a>
      <p className="mt-1">Works for 24 hours. Whoever has it sees the picture and what it holds.</p>
    </div>
  );
}
