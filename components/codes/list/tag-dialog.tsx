"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Tag } from "@/lib/codes/schema";
import { normaliseTag } from "@/lib/platform/tags";
import { Button, SubmitButton } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { countOf } from "../../ui/counts";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import type { Answer } from "../../ui/form/answer";
import { useAnswer } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { SkeletonText } from "../../ui/skeleton";

interface TagDialogProps {
  chosen: readonly string[];
  isOpen: boolean;
  listTags: () => Promise<Answer<Tag[]>>;
  onClose: () => void;
  onGone: () => void;
  onChoose: (tags: readonly string[]) => void;
}

/** Chooses tags to filter by, among all tags of the account. */
export function TagDialog({ isOpen, onClose, onGone, ...rest }: TagDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} onGone={onGone} title="Filter by tags">
      <TagForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

/** From so many tags on they can be searched. */
const manyTags = 8;

function TagForm({ chosen, listTags, onClose, onChoose }: Omit<TagDialogProps, "isOpen" | "onGone">) {
  const { data: tags, refusal } = useAnswer(listTags);
  const [ticked, setTicked] = useState(chosen);
  const [words, setWords] = useState("");
  const [fault, setFault] = useState<string>();
  const shown = findTags(tags ?? [], words);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // On touch a focused field would open the keyboard over the tags.
    if (tags !== undefined && matchMedia("(pointer: fine)").matches)
      form.current?.querySelector("input")?.focus();
  }, [tags]);
  /** Enter selects the tag that is typed; with nothing typed it shows the codes. */
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || words.trim() === "") return;
    event.preventDefault();
    const meant = findMeantTag(tags ?? [], words);
    if (meant === null) return setFault(formatUnclear(shown.length, words));
    setTicked([...new Set([...ticked, meant])]);
    setWords("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(ticked);
    onClose();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <RefusalNote refusal={refusal} />
      {tags === undefined && refusal === null && <SkeletonText className="w-40" />}
      {tags?.length === 0 && <p className="text-ink-2">No code has a tag yet. Open a code to give it one.</p>}
      {(tags?.length ?? 0) >= manyTags && (
        <TextField
          id="tag-filter-words"
          label="Find a tag"
          autoComplete="off"
          value={words}
          fault={fault}
          onKeyDown={press}
          onChange={(event) => {
            setWords(event.target.value);
            setFault(undefined);
          }}
        />
      )}
      {tags !== undefined && tags.length > 0 && (
        <fieldset className="max-h-72 overflow-y-auto border-y border-line">
          <legend className="sr-only">Tags</legend>
          {shown.map(({ name, codes }) => (
            <Checkbox
              key={name}
              label={<span className="[overflow-wrap:anywhere]">{name}</span>}
              hint={countOf(codes, "code")}
              checked={ticked.includes(name)}
              onChange={({ target }) =>
                setTicked(target.checked ? [...ticked, name] : ticked.filter((other) => other !== name))
              }
            />
          ))}
          {shown.length === 0 && fault === undefined && (
            <p className="py-3 text-ink-2">No tag contains “{words.trim()}”.</p>
          )}
        </fieldset>
      )}
      <DialogActions>
        {ticked.length > 0 && (
          <Button kind="ghost" onClick={() => setTicked([])}>
            Deselect all
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        {tags !== undefined && tags.length > 0 && (
          <SubmitButton isBusy={false} busyWord="Showing" label="Show codes" />
        )}
      </DialogActions>
    </form>
  );
}

function formatUnclear(count: number, words: string): string {
  return count === 0
    ? `No tag contains “${words.trim()}”.`
    : `${count} tags contain “${words.trim()}”. Select those you mean.`;
}

/** The tags that hold what is typed, as tags are compared. */
export function findTags(tags: readonly Tag[], words: string): readonly Tag[] {
  const part = normaliseTag(words);
  return tags.filter(({ name }) => name.includes(part));
}

/** The tag that Enter means: the one that is typed whole, else the only one that holds it; null: none. */
export function findMeantTag(tags: readonly Tag[], words: string): string | null {
  const found = findTags(tags, words);
  const whole = found.find(({ name }) => name === normaliseTag(words));
  return whole?.name ?? (found.length === 1 ? (found[0]?.name ?? null) : null);
}
