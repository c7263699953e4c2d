"use client";

import { Command as Cmdk } from "cmdk";
import type { ReactNode } from "react";
import type { FoundCode } from "@/lib/codes/schema";
import { CodeThumb } from "../codes/code-thumb";
import type { Command } from "./commands";
import { Key, Shortcut } from "./shortcut";

const rowClasses =
  "group flex min-h-10 cursor-pointer items-center gap-3 rounded-medium px-2.5 py-1.5 outline-none select-none data-[selected=true]:bg-accent-tint forced-colors:data-[selected=true]:bg-[Highlight] forced-colors:data-[selected=true]:text-[HighlightText] touch:min-h-12";

export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Cmdk.Group
      heading={name}
      className="pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Cmdk.Group>
  );
}

interface RowProps {
  value: string;
  onChoose: () => void;
  children: ReactNode;
}

/** One line that can be chosen; the chosen one says the key that opens it. */
export function Row({ value, onChoose, children }: RowProps) {
  return (
    <Cmdk.Item value={value} onSelect={onChoose} className={rowClasses}>
      {children}
    </Cmdk.Item>
  );
}

export function CodeRow({ code, onChoose }: { code: FoundCode; onChoose: () => void }) {
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

export function CommandRow({ command, onChoose }: { command: Command; onChoose: () => void }) {
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
