"use client";

import { useCallback, useMemo, useState } from "react";
import { type Built, buildCode } from "../../maker/draft/build-code";
import { type Draft, plainLook, startDraft } from "../../maker/draft/draft";
import { type Faults, largestSize } from "../../maker/draft/read-settings";
import { differs, type Entered, isDynamicAtFirst } from "./start";

/** Longest name of a code, in characters. */
const longestName = 200;

interface EditorOptions {
  start: Entered;
  /** What the symbol of a dynamic code holds: its short URL, or a stand-in of the same length. */
  shortUrl: string;
  /** Our own address: drawn while there is nothing of the visitor's to draw. */
  origin: string;
  hasDynamicRoom: boolean;
}

/** What is entered, the code that it makes, and what is wrong with it. */
export function useEditor({ start, shortUrl, origin, hasDynamicRoom }: EditorOptions) {
  const [entered, setEntered] = useState(start);
  const { draft, name } = entered;
  const isDynamic = entered.isDynamic ?? isDynamicAtFirst(draft.tab, hasDynamicRoom);
  const change = useCallback(
    (part: Partial<Draft>) => setEntered((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    [],
  );
  const set = useCallback(
    (part: Partial<Pick<Entered, "name" | "isDynamic">>) => setEntered((now) => ({ ...now, ...part })),
    [],
  );
  const drawn = useMemo(
    () => draw(draft, isDynamic ? shortUrl : null, origin),
    [draft, isDynamic, shortUrl, origin],
  );
  const [lastGood, setLastGood] = useState(drawn.shown ?? drawPlain(origin));
  if (drawn.shown !== null && drawn.shown !== lastGood) setLastGood(drawn.shown);
  const nameFault = judgeName(name);
  return {
    entered,
    isDynamic,
    change,
    set,
    shown: drawn.shown ?? lastGood,
    isBehind: drawn.isBehind,
    /** Whether the style can be drawn, whatever the content. */
    isDrawable: drawn.shown !== null,
    faults: nameFault === undefined ? drawn.faults : { name: nameFault, ...drawn.faults },
    isDirty: useMemo(() => differs(entered, start), [entered, start]),
  };
}

interface Drawn {
  /** Null while the style can't be drawn. */
  shown: Built | null;
  /** It is not the code that would be saved. */
  isBehind: boolean;
  faults: Faults;
}

/** Until its content is complete a dynamic code has its picture already; a static one is drawn with our own address. */
function draw(draft: Draft, shortUrl: string | null, origin: string): Drawn {
  const terms = { shortUrl, maxSize: largestSize.stored };
  const { built, faults } = buildCode(draft, terms);
  if (built !== null) return { shown: built, isBehind: false, faults };
  const sketch = buildCode({ ...startDraft(origin), look: draft.look }, terms).built;
  return { shown: sketch, isBehind: sketch === null || shortUrl === null, faults };
}

function drawPlain(origin: string): Built {
  const { built } = buildCode({ ...startDraft(origin), look: plainLook }, { maxSize: largestSize.stored });
  if (built === null) throw new Error("The first code can't be drawn: the service's own address is none.");
  return built;
}

function judgeName(name: string): string | undefined {
  if (name.trim() === "") return "Enter a name. It is for you alone, and can be changed.";
  const length = [...name.trim()].length;
  if (length <= longestName) return undefined;
  return `A name has at most ${longestName} characters. This one has ${length}.`;
}
