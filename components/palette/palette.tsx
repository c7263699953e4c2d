"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { Command as Cmdk } from "cmdk";
import { Search, X } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { hasDashboard } from "@/lib/plans";
import { useFirstFocus } from "../ui/dialog-box";
import type { Command, PaletteProps, SearchPlace } from "./commands";
import { PaletteList } from "./palette-list";
import { Key } from "./shortcut";
import { useHits } from "./use-hits";

const attribute = "aria-activedescendant";

const popupClasses = [
  "w-full overflow-hidden rounded-float bg-raised text-ink shadow-float outline-none forced-colors:border md:max-w-[560px]",
  "transition-[opacity,translate] duration-180 motion-reduce:transition-none",
  "data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0",
].join(" ");

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

function PaletteSearch({ onClose, ...means }: Omit<PaletteProps, "isOpen">) {
  const isShown = hasDashboard(means.standing.plan);
  const palette = useRef<HTMLDivElement>(null);
  useNamedChoice(palette);
  const way = useRef<HTMLAnchorElement>(null);
  const [goal, setGoal] = useState("/");
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState<SearchPlace>("names");
  const [chosen, setChosen] = useState("");
  const words = typed.trim();
  const hits = useHits(means, { words, place, chosen });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after new words the first is chosen again, even where it stays the same.
  useEffect(() => setChosen(hits.first), [hits.first, words, place]);

  const choose = ({ href, run }: Pick<Command, "href" | "run">) => {
    if (href !== undefined) {
      // By a link, so that a page with changes can ask before it is left.
      flushSync(() => setGoal(href));
      way.current?.click();
    }
    onClose();
    run?.();
  };
  const press = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey)) return;
    const name = event.key === "Enter" ? "↵" : event.key.toUpperCase();
    const doing = hits.codeDoings.find(({ keyName }) => keyName === name);
    if (doing === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(doing);
  };
  const type = (next: string) => {
    setTyped(next);
    setPlace("names");
  };
  return (
    <Cmdk
      ref={palette}
      shouldFilter={false}
      loop
      vimBindings={false}
      label="Find anything"
      value={chosen}
      onValueChange={setChosen}
      onKeyDownCapture={press}
    >
      <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
        <Search size={16} strokeWidth={1.6} className="shrink-0 text-ink-3" aria-hidden />
        <Cmdk.Input
          value={typed}
          onValueChange={type}
          maxLength={200}
          placeholder={isShown ? "Codes, pages, actions" : "Pages and actions"}
          className="h-12 min-w-0 flex-1 bg-transparent text-lead outline-none"
        />
        <button
          type="button"
          onClick={onClose}
          aria-label="Close"
          className="grid size-11 place-items-center rounded-medium"
        >
          <span className="touch:hidden">
            <Key>esc</Key>
          </span>
          <X size={16} strokeWidth={1.6} className="hidden touch:block" aria-hidden />
        </button>
      </div>
      <Link ref={way} href={goal} prefetch={false} hidden>
        {goal}
      </Link>
      <PaletteList
        hits={hits}
        words={words}
        place={place}
        hasDashboard={isShown}
        onChoose={choose}
        onSearchTargets={() => setPlace("targets")}
      />
    </Cmdk>
  );
}

/** Names the chosen line to screen readers: cmdk 1.1.1 can name one that is gone, so it is set again on every change. */
function useNamedChoice(palette: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = palette.current;
    if (root === null) return;
    const name = () => {
      const id = root.querySelector('[role="option"][aria-selected="true"]')?.id ?? null;
      for (const holder of root.querySelectorAll('[role="combobox"], [role="listbox"]')) {
        if (holder.getAttribute(attribute) === id) continue;
        if (id === null) holder.removeAttribute(attribute);
        else holder.setAttribute(attribute, id);
      }
    };
    name();
    const observer = new MutationObserver(name);
    const attributeFilter = ["aria-selected", attribute];
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter });
    return () => observer.disconnect();
  }, [palette]);
}
