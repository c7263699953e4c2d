"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { Command as Cmdk } from "cmdk";
import { Search, X } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FoundCode } from "@/lib/codes/schema";
import { hasDashboard } from "@/lib/plans";
import { CodeThumb } from "../codes/code-thumb";
import { useFirstFocus } from "../ui/dialog-box";
import type { Command, PaletteProps, SearchPlace } from "./commands";
import { Key, Shortcut } from "./shortcut";
import { type Hits, useHits } from "./use-hits";

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
      <div className="relative">
        <PaletteList
          hits={hits}
          words={words}
          place={place}
          hasDashboard={isShown}
          onChoose={choose}
          onSearchTargets={() => setPlace("targets")}
        />
        {/* Over the list, which can hold only options. */}
        <p role="status" className="pointer-events-none absolute inset-x-4 top-3 text-ink-2">
          {hits.isEmpty && describeNothing(place, isShown)}
        </p>
      </div>
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

const rowClasses =
  "group flex min-h-10 cursor-pointer items-center gap-3 rounded-medium px-2.5 py-1.5 outline-none select-none data-[selected=true]:bg-accent-tint forced-colors:data-[selected=true]:bg-[Highlight] forced-colors:data-[selected=true]:text-[HighlightText] touch:min-h-12";

const emptyText = "Nothing has that name. Press ↵ to search targets.";

interface PaletteListProps {
  hits: Hits;
  words: string;
  place: SearchPlace;
  hasDashboard: boolean;
  onChoose: (command: Pick<Command, "href" | "run">) => void;
  onSearchTargets: () => void;
}

/** Results, as high from the start as it may become, so that nothing moves under the pointer. */
function PaletteList({ hits, onChoose, onSearchTargets, ...search }: PaletteListProps) {
  const { words, place, hasDashboard } = search;
  const { codes, codeDoings, actions, pages, isWhole, isEmpty, fault } = hits;
  const rows = (commands: readonly Command[]) =>
    commands.map((command) => (
      <CommandRow key={command.id} command={command} onChoose={() => onChoose(command)} />
    ));
  const pageGroup = pages.length > 0 && <Group name="Pages">{rows(pages)}</Group>;
  return (
    <Cmdk.List
      label="Results"
      className="h-[min(24rem,60dvh)] scroll-py-2 overflow-y-auto overscroll-contain px-1.5 pb-1.5"
    >
      {fault !== null && (
        <p role="alert" className="px-2.5 pt-3 text-small text-stop">
          {fault}
        </p>
      )}
      {codes.length > 0 && (
        <Group name={nameCodes(words, place)}>
          {codes.map((code) => (
            <CodeRow key={code.id} code={code} onChoose={() => onChoose({ href: `/codes/${code.id}` })} />
          ))}
        </Group>
      )}
      {words === "" && pageGroup}
      {codeDoings.length + actions.length > 0 && (
        <Group name="Actions">
          {rows(codeDoings)}
          {rows(actions)}
        </Group>
      )}
      {words !== "" && pageGroup}
      {words !== "" && place === "names" && hasDashboard && isWhole && (
        <TargetsRow text={isEmpty ? emptyText : `Search targets for “${words}”`} onChoose={onSearchTargets} />
      )}
    </Cmdk.List>
  );
}

/** Null where targets can be searched next. */
function describeNothing(place: SearchPlace, hasDashboard: boolean): string | null {
  if (!hasDashboard) return "No page or action has that name.";
  return place === "targets" ? "No target contains that, either." : null;
}

function nameCodes(words: string, place: SearchPlace): string {
  if (words === "") return "Changed last";
  return place === "names" ? "Codes" : "Codes with that target";
}

function TargetsRow({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <Row value="targets" onChoose={onChoose}>
      <span className="grid size-6 shrink-0 place-items-center text-ink-3">
        <Search size={16} strokeWidth={1.6} aria-hidden />
      </span>
      <span className="min-w-0 flex-1 truncate">{text}</span>
    </Row>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Cmdk.Group
      heading={name}
      className="pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Cmdk.Group>
  );
}

function Row({ value, onChoose, children }: { value: string; onChoose: () => void; children: ReactNode }) {
  return (
    <Cmdk.Item value={value} onSelect={onChoose} className={rowClasses}>
      {children}
    </Cmdk.Item>
  );
}

function CodeRow({ code, onChoose }: { code: FoundCode; onChoose: () => void }) {
  return (
    <Row value={code.id} onChoose={onChoose}>
      <CodeThumb code={code} size={24} isSilent />
      <span className="flex min-w-0 flex-1 gap-x-3 max-md:flex-col md:items-baseline">
        <span className="min-w-0 truncate font-medium">{code.name}</span>
        <span className="min-w-0 truncate text-small text-ink-3">
          {code.target?.replace(/^https?:\/\//, "")}
        </span>
      </span>
      <Enter />
    </Row>
  );
}

function CommandRow({ command, onChoose }: { command: Command; onChoose: () => void }) {
  const { id, name, Icon, keyName } = command;
  return (
    <Row value={id} onChoose={onChoose}>
      <span className="grid size-6 shrink-0 place-items-center text-ink-3 group-data-[selected=true]:text-ink">
        <Icon size={16} strokeWidth={1.6} aria-hidden />
      </span>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {keyName === undefined ? (
        <Enter />
      ) : (
        <span aria-hidden className="touch:hidden">
          <Shortcut keyName={keyName} />
        </span>
      )}
    </Row>
  );
}

function Enter() {
  return (
    <span aria-hidden className="ml-auto opacity-0 group-data-[selected=true]:opacity-100 touch:hidden">
      <Key>↵</Key>
    </span>
  );
}
