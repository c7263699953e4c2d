"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { useFirstFocus } from "../ui/use-first-focus";
import type { PaletteProps } from "./palette-props";
import { PaletteSearch } from "./palette-search";

const popupClasses = [
  "w-full overflow-hidden rounded-float bg-raised text-ink shadow-float outline-none forced-colors:border md:max-w-[560px]",
  "transition-[opacity,translate] duration-180 motion-reduce:transition-none",
  "data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0",
].join(" ");

/** Over the page: everything that it leads to, found by typing. Esc and a press beside it close it. */
export function Palette({ isOpen, onClose, ...search }: PaletteProps) {
  const focus = useFirstFocus();
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto p-2 md:px-6 md:pt-[14vh]">
          <Base.Popup {...focus} className={popupClasses}>
            <Base.Title className="sr-only">Find anything</Base.Title>
            <PaletteSearch {...search} onClose={onClose} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
