"use client";

import { Search } from "lucide-react";
import { openPalette } from "../../palette/open";
import { Shortcut } from "../../palette/shortcut";

/** Opens the palette; at the side of a tablet its sign alone. */
export function FindButton() {
  return (
    <button
      type="button"
      title="Find anything"
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={openPalette}
      className="flex h-9 w-full items-center gap-3 rounded-control border border-line bg-surface px-2.5 text-ink-3 hover:border-line-strong hover:text-ink-2 touch:h-11 max-xl:justify-center max-xl:px-0"
    >
      <Search size={16} strokeWidth={1.6} className="shrink-0" aria-hidden />
      <span className="max-xl:sr-only">Find anything</span>
      <span className="ml-auto max-xl:hidden" aria-hidden>
        <Shortcut keyName="K" />
      </span>
    </button>
  );
}
