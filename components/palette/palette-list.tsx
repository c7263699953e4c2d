"use client";

import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import type { Command } from "./commands";
import type { SearchPlace } from "./found";
import { CodeRow, CommandRow, Group, Row } from "./palette-rows";
import type { Hits } from "./use-hits";

const emptyText = "Nothing is called that. Press ↵ to search targets.";

interface PaletteListProps {
  hits: Hits;
  words: string;
  place: SearchPlace;
  hasDashboard: boolean;
  onChoose: (command: Pick<Command, "href" | "run">) => void;
  onSearchTargets: () => void;
}

/** What was found, as high from the start as it may become, so that nothing moves under the pointer. */
export function PaletteList({ hits, onChoose, onSearchTargets, ...asked }: PaletteListProps) {
  const { words, place, hasDashboard } = asked;
  const { codes, codeDoings, actions, pages, isWhole, isEmpty, fault } = hits;
  const rows = (commands: readonly Command[]) =>
    commands.map((command) => (
      <CommandRow key={command.id} command={command} onChoose={() => onChoose(command)} />
    ));
  const pageGroup = pages.length > 0 && <Group name="Pages">{rows(pages)}</Group>;
  return (
    <Cmdk.List
      label="What was found"
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
          {hasDashboard ? "No target holds that, either." : "No page or action is called that."}
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
  return place === "names" ? "Codes" : "Codes that lead there";
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
