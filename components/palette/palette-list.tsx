"use client";

import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { FoundCode } from "@/lib/codes/schema";
import { CodeThumb } from "../codes/code-thumb";
import type { Command, SearchPlace } from "./commands";
import { Key, Shortcut } from "./shortcut";
import type { Hits } from "./use-hits";

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
export function PaletteList({ hits, onChoose, onSearchTargets, ...search }: PaletteListProps) {
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
      {isEmpty && (place === "targets" || !hasDashboard) && (
        <p className="px-2.5 py-3 text-ink-2">
          {hasDashboard ? "No target contains that, either." : "No page or action has that name."}
        </p>
      )}
      {words !== "" && place === "names" && hasDashboard && isWhole && (
        <TargetsRow text={isEmpty ? emptyText : `Search targets for “${words}”`} onChoose={onSearchTargets} />
      )}
    </Cmdk.List>
  );
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
