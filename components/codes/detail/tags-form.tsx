"use client";

import { Combobox } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { maxTagLength, maxTagsOfCode, normaliseTag, splitTags } from "@/lib/platform/tags";
import { Button, SubmitButton } from "../../ui/button";
import { describeControl, FieldFault } from "../../ui/field";
import { callSafely } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { toast } from "../../ui/toast";
import type { DetailActions } from "../actions";
import { checkTags, readTag } from "../tags";

interface TagsFormProps {
  codeId: string;
  tags: readonly string[];
  actions: Pick<DetailActions, "changeTags" | "listTags">;
  onClose: () => void;
}

/** The tags of a code: Enter and a comma end one, Backspace removes the last, and the account's tags are suggested. */
export function TagsForm({ codeId, tags: before, actions, onClose }: TagsFormProps) {
  const { tags, text, fault: own, ...edit } = useTags(before);
  const known = useKnownTags(actions.listTags);
  const entered = [...tags, text].join(",");
  /** What was last checked: a fault of the form is about that. */
  const checked = useRef("");
  const { form, field, refusal, isBusy } = useForm({
    id: "tags",
    send: actions.changeTags,
    loadCheck: async () => (data) => {
      checked.current = String(data.get("tags"));
      return checkTags(data);
    },
    onDone: () => {
      onClose();
      toast.done("Tags saved.");
    },
  });
  const matches = findMatches(known, tags, text);
  const [isListed, setListed] = useState(false);
  // While a list is open the rest of the page is hidden from screen readers: an empty one stays closed.
  const isOpen = isListed && matches.length > 0;
  const highlighted = useRef<string | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const id = "tags-entered";
  const fault = own ?? (checked.current === entered ? field("tags").fault : undefined);
  useEffect(() => document.getElementById(id)?.focus(), []);
  const press = (event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }) => {
    if (event.key === "Escape" && !isOpen && !event.nativeEvent.isComposing) {
      // By itself it would remove every tag.
      event.preventBaseUIHandler();
      onClose();
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (text.trim() === "" || (isOpen && highlighted.current !== undefined)) return;
    event.preventDefault();
    event.preventBaseUIHandler();
    setListed(false);
    edit.add([text]);
  };
  return (
    <form {...form} className="grid gap-3 pt-1 pb-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={codeId} />
      <input type="hidden" name="tags" value={entered} />
      <Combobox.Root
        multiple
        items={matches}
        filter={null}
        value={tags}
        onValueChange={(next) => {
          setListed(false);
          edit.set(next);
        }}
        inputValue={text}
        onInputValueChange={edit.type}
        open={isOpen}
        onOpenChange={setListed}
        onItemHighlighted={(tag) => {
          highlighted.current = tag;
        }}
        highlightItemOnHover={false}
      >
        <div className="max-w-[36rem]">
          <label htmlFor={id} className="mb-1.5 block text-small font-medium">
            Tags
          </label>
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
          {fault === undefined && (
            <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-3">
              Enter or a comma ends a tag. At most {maxTagsOfCode} tags of {maxTagLength} characters.
            </p>
          )}
        </div>
        <Suggestions box={box} />
      </Combobox.Root>
      <div className="flex flex-wrap gap-2">
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Saving" label="Save" />
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
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

/** The tags of the field, the text that is to become one, and what is wrong with that. */
function useTags(before: readonly string[]) {
  const [tags, setTags] = useState([...before]);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  /** Adds texts as tags until one can't be one, which stays in the field with `rest`. */
  const add = (texts: readonly string[], rest = "") => {
    const next = [...tags];
    for (const [at, one] of texts.entries()) {
      const read = readTag(one);
      if ("fault" in read) {
        setTags(next);
        setText([...texts.slice(at), ...(rest === "" ? [] : [rest])].join(","));
        return setFault(read.fault);
      }
      if (!next.includes(read.tag)) next.push(read.tag);
    }
    setTags(next);
    setText(rest);
    setFault(undefined);
  };
  return {
    ...{ tags, text, fault, add },
    set: (next: string[]) => {
      setTags(next);
      setFault(undefined);
    },
    type: (typed: string, { reason, isItemPress }: { reason: string; isItemPress?: boolean | undefined }) => {
      // A list that closes clears the field, too: what is typed stays until it is a tag.
      if (reason !== "input-change" && isItemPress !== true) return;
      const [rest = "", ...ended] = typed.split(",").reverse();
      if (ended.length > 0) return add(splitTags(ended.reverse().join(",")), rest.trimStart());
      setText(typed);
      setFault(undefined);
    },
  };
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
