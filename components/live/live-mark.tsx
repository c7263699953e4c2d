import { type LiveState, stateWords } from "./live-source";

/** A dot with a halo and the word; another colour and another word while nothing can be heard. */
export function LiveMark({ state }: { state: LiveState }) {
  const isLive = state === "live" || state === "waiting";
  const tone = isLive ? "text-accent" : state === "reconnecting" ? "text-warn" : "text-ink-3";
  return (
    <span className={`inline-flex items-center gap-2 text-small font-medium tracking-normal ${tone}`}>
      <span
        className={`size-2 rounded-full forced-colors:bg-[CanvasText] ${isLive ? "bg-current shadow-[0_0_0_3px_var(--accent-tint)]" : "border border-current"}`}
        aria-hidden
      />
      {/* Until it is known the word's place is kept, so that the bar doesn't break again a moment after the page has come. */}
      {state === "connecting" ? <span className="invisible">{stateWords.live}</span> : stateWords[state]}
    </span>
  );
}
