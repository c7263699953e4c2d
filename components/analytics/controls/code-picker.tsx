"use client";

import { useRef, useState } from "react";
import type { FoundCode } from "@/lib/codes/schema";
import { useGo } from "../../charts/use-go";
import type { Answer } from "../../ui/form/answer";
import { Picker, type PickerItem } from "../../ui/picker";
import { type View, writeView } from "../view";

type FindCodes = (words: string, place: string) => Promise<Answer<FoundCode[]>>;

interface CodePickerProps {
  view: View;
  /** The code that the page is about; null: all of them. */
  code: { id: string; name: string } | null;
  findCodes: FindCodes;
}

const all: PickerItem = { value: "", name: "All codes" };
/** So long a search waits for the next key. */
const pauseMs = 150;

/** Whose scans the page shows: those of all codes, or of one that is looked for by its name. */
export function CodePicker({ view, code, findCodes }: CodePickerProps) {
  const go = useGo();
  const [found, setFound] = useState<PickerItem[]>([]);
  const asked = useRef(0);
  const [isFailed, setFailed] = useState(false);

  const search = async (words: string, waitMs: number) => {
    asked.current += 1;
    const turn = asked.current;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (turn !== asked.current) return;
    const answer = await findCodes(words, "names").catch(() => null);
    if (turn !== asked.current) return;
    const isDone = answer !== null && "done" in answer;
    setFailed(!isDone);
    const codes = isDone ? answer.done.map(({ id, name }) => ({ value: id, name })) : [];
    setFound(words.trim() === "" ? [all, ...codes] : codes);
  };
  return (
    <Picker
      label={`Codes, ${code?.name ?? all.name}`}
      items={found}
      chosen={code?.id ?? ""}
      onOpen={() => void search("", 0)}
      onSearch={(words) => void search(words, pauseMs)}
      onChoose={(value) => go(writeView({ ...view, code: value === "" ? undefined : value }))}
      placeholder="Name of a code"
      emptyNote={isFailed ? "Codes could not be asked for. Type again." : "No code is called that."}
    >
      {code?.name ?? all.name}
    </Picker>
  );
}
