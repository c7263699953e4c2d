/** What somebody wrote, set off from our own words, with its lines as they were; it may be in any script. */
export function PersonsWords({ text }: { text: string }) {
  return (
    <blockquote
      dir="auto"
      className="mt-1 max-w-[66ch] border-s-2 border-line-strong ps-3 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
    >
      {text}
    </blockquote>
  );
}
