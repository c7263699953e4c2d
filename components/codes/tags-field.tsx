"use client";

import { Combobox } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { maxTagLength, maxTagsOfCode, normaliseTag, splitTags } from "@/lib/platform/tags";
import { describeControl, FieldFault } from "../ui/field";
import { callSafely } from "../ui/form/call-safely";
import type { DetailActions } from "./actions";
import { readTag } from "./tags";

/** What a field of tags holds: its tags, the text that is to become one, and what is wrong with that. */
export interface EnteredTags {
  tags: readonly string[];
  text: string;
  /** Its tags and those of the text, ended or not. */
  all: readonly string[];
  fault?: string | undefined;
}

/** A field that holds these tags and a text. */
export const enter = (tags: readonly string[], text = "", fault?: string): EnteredTags => ({
  ...{ tags, text, fault },
  all: [...tags, ...splitTags(text)],
});

interface TagsFieldProps {
  id: string;
  entered: EnteredTags;
  /** What the server refused of it. */
  fault: string | undefined;
  listTags: DetailActions["listTags"];
  onChange: (entered: EnteredTags) => void;
  onEscape?: () => void;
}

/** Tags of a code, under a heading of that name: Enter and a comma end one, Backspace removes the last, and the account's tags are suggested. */
export function TagsField({ id, entered, listTags, onChange, onEscape, ...props }: TagsFieldProps) {
  const { tags, text } = entered;
  const known = useKnownTags(listTags);
  const matches = findMatches(known, tags, text);
  const [isListed, setListed] = useState(false);
  // While a list is open the rest of the page is hidden from screen readers: an empty one stays closed.
  const isOpen = isListed && matches.length > 0;
  const highlighted = useRef<string | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const fault = entered.fault ?? props.fault;
  const [said, setSaid] = useState("");
  const change = (next: EnteredTags, typed = text) => {
    setSaid(describeChange(tags, next, typed));
    onChange(next);
  };
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const press = (event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }) => {
    if (event.key === "Escape" && !isOpen && !event.nativeEvent.isComposing) {
      // By itself it would remove every tag.
      event.preventBaseUIHandler();
      onEscape?.();
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (text.trim() === "" || (isOpen && highlighted.current !== undefined)) return;
    event.preventDefault();
    event.preventBaseUIHandler();
    setListed(false);
    change(addTags(tags, [text]));
  };
  return (
    <Combobox.Root
      multiple
      items={matches}
      filter={null}
      value={tags}
      onValueChange={(next) => {
        setListed(false);
        // A tag that is picked takes the place of what was typed.
        change(enter(next, next.length > tags.length ? "" : text));
      }}
      inputValue={text}
      onInputValueChange={(typed, { reason }) => {
        // A list that closes clears the field, too: what is typed stays until it is a tag.
        if (reason === "input-change") change(typeTags(tags, typed), typed);
      }}
      open={isOpen}
      onOpenChange={setListed}
      onItemHighlighted={(tag) => {
        highlighted.current = tag;
      }}
      highlightItemOnHover={false}
    >
      <div className="max-w-[36rem]">
        <Combobox.Chips
          ref={box}
          className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-control border border-line-strong bg-surface p-1 has-aria-invalid:border-stop has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent touch:min-h-12"
        >
          {tags.map((tag) => (
            <Chip key={tag} tag={tag} />
          ))}
          <Combobox.Input
            {...describeControl({ id, hint: "", fault })}
            aria-label="Tags"
            placeholder={tags.length === 0 ? "summer" : ""}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            onKeyDown={press}
            className="h-7 min-w-24 flex-1 bg-transparent px-2 text-lead outline-none md:text-body touch:h-11"
          />
        </Combobox.Chips>
        <FieldFault id={id} fault={fault} />
        {/* Named live, too, so that it isn't hidden from screen readers while the list is open. */}
        <p role="status" aria-live="polite" className="sr-only">
          {said}
        </p>
        {fault === undefined && (
          <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-3">
            Enter or a comma ends a tag. At most {maxTagsOfCode} tags of {maxTagLength} characters.
          </p>
        )}
      </div>
      <Suggestions box={box} />
    </Combobox.Root>
  );
}

function Chip({ tag }: { tag: string }) {
  return (
    <Combobox.Chip
      aria-label={tag}
      className="inline-flex max-w-full min-w-0 items-center gap-0.5 rounded-small bg-chip pl-2 text-small text-ink-2 outline-offset-1 focus-visible:outline-2 focus-visible:outline-accent forced-colors:border"
    >
      <span className="min-w-0 py-1 [overflow-wrap:anywhere]">{tag}</span>
      <Combobox.ChipRemove
        aria-label={`Remove ${tag}`}
        className="flex size-7 shrink-0 cursor-pointer items-center justify-center rounded-small text-ink-3 hover:text-ink touch:size-11"
      >
        <X size={14} strokeWidth={1.6} aria-hidden />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  );
}

function Suggestions({ box }: { box: React.RefObject<HTMLDivElement | null> }) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner anchor={box} align="start" sideOffset={6} className="z-30 outline-none">
        <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-[min(20rem,var(--available-width))] overflow-y-auto rounded-float bg-raised text-ink shadow-float outline-none forced-colors:border">
          <Combobox.List aria-label="Tags in use" className="p-1.5">
            {(tag: string) => (
              <Combobox.Item
                key={tag}
                value={tag}
                className="flex min-h-9 cursor-pointer items-center rounded-medium px-2.5 text-body outline-none select-none hover:bg-canvas data-highlighted:bg-canvas touch:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]"
              >
                <span className="min-w-0 truncate">{tag}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

const mostListed = 8;

/** The account's tags that hold what is typed, as tags are compared, without those that the field has. */
function findMatches(known: readonly string[], tags: readonly string[], text: string): string[] {
  const part = normaliseTag(text);
  return known.filter((tag) => tag.includes(part) && !tags.includes(tag)).slice(0, mostListed);
}

/** What screen readers announce: the tags that were added or removed, or that what was typed is one already. */
function describeChange(before: readonly string[], next: EnteredTags, typed: string): string {
  const added = next.tags.filter((tag) => !before.includes(tag));
  if (added.length > 0) return `Added: ${added.join(", ")}.`;
  const removed = before.filter((tag) => !next.tags.includes(tag));
  if (removed.length > 0) return `Removed: ${removed.join(", ")}.`;
  if (next.fault !== undefined || next.text === typed) return "";
  const taken = splitTags(typed).map(normaliseTag);
  return `Already added: ${taken.filter((tag) => before.includes(tag)).join(", ")}.`;
}

/** Adds texts as tags until one can't be one, which stays in the field with `rest`. */
function addTags(tags: readonly string[], texts: readonly string[], rest = ""): EnteredTags {
  const next = [...tags];
  for (const [at, one] of texts.entries()) {
    const read = readTag(one);
    if ("fault" in read) {
      const text = [...texts.slice(at), ...(rest === "" ? [] : [rest])].join(",");
      return enter(next, text, read.fault);
    }
    if (!next.includes(read.tag)) next.push(read.tag);
  }
  return enter(next, rest);
}

/** What is typed: each comma ends a tag. */
function typeTags(tags: readonly string[], typed: string): EnteredTags {
  const [rest = "", ...ended] = typed.split(",").reverse();
  if (ended.length === 0) return enter(tags, typed);
  return addTags(tags, splitTags(ended.reverse().join(",")), rest.trimStart());
}

/** The account's tags, read once; none until they come, and none where they don't. */
function useKnownTags(listTags: DetailActions["listTags"]): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([]);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void callSafely(listTags).then((answer) => {
      if (answer !== null && "done" in answer) setKnown(answer.done);
    });
  }, [listTags]);
  return known;
}
