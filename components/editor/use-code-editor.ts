"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useCallback, useMemo, useState, useTransition } from "react";
import { type Built, buildCode } from "../qr-builder/draft/build-code";
import { type Draft, plainLook, startDraft } from "../qr-builder/draft/draft";
import { mainControl } from "../qr-builder/draft/messages";
import { type Faults, largestSize } from "../qr-builder/draft/read-settings";
import { focusFault, useFieldFaults } from "../qr-builder/forms/form-fields";
import { judge } from "../qr-builder/grade/grade";
import { type Graded, useGrade } from "../qr-builder/grade/use-grade";
import { controlOfRouting, findRoutingFaults, formatRoutingFault } from "../routes/draft";
import { formatCount } from "../ui/counts";
import type { Answer, Refusal } from "../ui/form/answer";
import { callSafely, lostOnce, useOnce } from "../ui/form/call-safely";
import { toast } from "../ui/toast";
import {
  type CodeEditorProps,
  differs,
  type EditedCode,
  type EditorActions,
  type Entered,
  hasTargets,
  isDynamicAtFirst,
  makeChange,
  makeNewCode,
  type SavedCode,
} from "./editor-state";
import { listNews } from "./save-notes";
import { findSlugFault, prefixOn, shortUrlWith } from "./short-link";
import { useLeaveGuard } from "./unsaved-changes";

/** Longest name of a code, in characters. */
const longestName = 200;

export function useCodeEditor(props: CodeEditorProps) {
  const { start, code, origin, actions } = props;
  // What is chosen at first stays, whatever becomes of the room.
  const [hasDynamicRoom] = useState(props.room.dynamicNote === null);
  const [saved, setSaved] = useState<SavedCode | null>(null);
  const editor = useEditor({ start, code, origin, hasDynamicRoom });
  const { entered, isDynamic, shown, isBehind } = editor;
  const graded = useGrade(shown);
  const guard = useLeaveGuard(editor.isDirty && saved === null);
  const { pass } = guard;
  const saving = useSave({ code, start, entered, isDynamic, actions, saved, onSaved: setSaved, pass });
  // The code that is being made is in the room's count before the page is left.
  const [room, setRoom] = useState(props.room);
  if (!saving.isBusy && saved === null && room !== props.room) setRoom(props.room);
  const faults = { ...editor.faults, ...saving.faults };
  const left = useFieldFaults(faults);
  const [tried, setTried] = useState<Built | null>(null);
  const unreadable = isBehind ? null : findUnreadable(graded, shown);
  const showFaults = () => {
    left.showAll();
    requestAnimationFrame(() => focusFault(faults));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog's form within is sent by itself.
    if (event.target !== event.currentTarget) return;
    if (Object.keys(editor.faults).length > 0) return showFaults();
    if (unreadable !== null) return setTried(shown);
    saving.save();
  };
  return {
    ...editor,
    room,
    graded,
    saving,
    saved,
    guard,
    submit,
    showFaults,
    /** Why it could not be saved, once that was tried. */
    unreadable: tried === shown ? unreadable : null,
    fields: { ...left, faultOf: (control: string) => saving.faults[control] ?? left.faultOf(control) },
  };
}

/** Why the picture on the sheet gives nothing back; null where it does, and while that is not known. */
function findUnreadable({ grade, isStale }: Graded, shown: Built): string | null {
  return grade === null || isStale || grade.isProven ? null : judge(grade, shown).weakest.advice;
}

interface EditorOptions {
  start: Entered;
  code: EditedCode | null;
  origin: string;
  hasDynamicRoom: boolean;
}

function useEditor({ start, code, origin, hasDynamicRoom }: EditorOptions) {
  const [entered, setEntered] = useState(start);
  const { draft, name, domain } = entered;
  const isDynamic = entered.isDynamic ?? isDynamicAtFirst(draft.tab, hasDynamicRoom);
  const change = useCallback(
    (part: Partial<Draft>) => setEntered((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    [],
  );
  const set = useCallback(
    (part: Partial<Omit<Entered, "draft">>) => setEntered((now) => ({ ...now, ...part })),
    [],
  );
  const slug = entered.slug.trim();
  const isRenamed = slug !== start.slug || domain !== start.domain;
  const slugFault = isDynamic && isRenamed ? findSlugFault(slug, domain !== null) : undefined;
  const shownSlug = slugFault === undefined ? slug : start.slug;
  const shortUrl = shortUrlWith(prefixOn(domain, origin), shownSlug, code);
  const drawn = useMemo(
    () => draw(draft, isDynamic ? shortUrl : null, origin),
    [draft, isDynamic, shortUrl, origin],
  );
  const [lastGood, setLastGood] = useState(drawn.shown ?? drawPlain(origin));
  if (drawn.shown !== null && drawn.shown !== lastGood) setLastGood(drawn.shown);
  const nameFault = validateName(name);
  return {
    entered,
    isDynamic,
    change,
    set,
    shown: drawn.shown ?? lastGood,
    isBehind: drawn.isBehind,
    /** Whether the style can be drawn, whatever the content. */
    isDrawable: drawn.shown !== null,
    shortUrl,
    faults: {
      ...(nameFault !== undefined && { name: nameFault }),
      ...drawn.faults,
      ...(slugFault !== undefined && { slug: slugFault }),
      ...(hasTargets(isDynamic, draft.tab) && findRoutingFaults(entered.routing.routes)),
    },
    isDirty: useMemo(() => differs(entered, start), [entered, start]),
  };
}

interface Drawn {
  /** Null while the style can't be drawn. */
  shown: Built | null;
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

function validateName(name: string): string | undefined {
  if (name.trim() === "") return "Enter a name. Only you see it, and you can change it.";
  const length = [...name.trim()].length;
  if (length <= longestName) return undefined;
  return `A name has at most ${longestName} characters. This one has ${formatCount(length)}.`;
}

interface SaveOptions {
  code: EditedCode | null;
  start: Entered;
  entered: Entered;
  isDynamic: boolean;
  actions: Pick<EditorActions, "create" | "change">;
  saved: SavedCode | null;
  onSaved: (saved: SavedCode) => void;
  /** Leaves without being asked. */
  pass: (go: () => void) => void;
}

/** Saves and opens the code's page. A refusal is shown until something changes; new warnings are shown before leaving. */
function useSave({ code, start, entered, isDynamic, actions, saved, onSaved, pass }: SaveOptions) {
  const router = useRouter();
  const once = useOnce();
  const [isBusy, run] = useTransition();
  const [refused, setRefused] = useState<{ of: Entered; refusal: Refusal } | null>(null);
  const refusal = refused?.of === entered ? withSentence(refused.refusal) : null;

  const goTo = (id: string) => pass(() => router.replace(`/codes/${id}`));
  const take = (answer: Answer<SavedCode>) => {
    if (answer === null) return;
    if ("refusal" in answer) {
      setRefused({ of: entered, refusal: answer.refusal });
      requestAnimationFrame(() => focusFault(readFaults(answer.refusal, entered)));
      return;
    }
    onSaved(answer.done);
    if (listNews(answer.done.warnings).length > 0) return;
    toast.done(code === null ? `“${entered.name.trim()}” is created.` : `“${entered.name.trim()}” is saved.`);
    goTo(answer.done.id);
  };
  const save = () => {
    if (isBusy) return;
    const change = code === null ? null : makeChange(start, entered);
    if (code !== null && change === null) return goTo(code.id);
    run(async () => {
      take(
        code !== null && change !== null
          ? await callSafely(() => actions.change(code.id, change))
          : await callSafely(
              () => once((key) => actions.create(key, makeNewCode(entered, isDynamic))),
              lostOnce,
            ),
      );
    });
  };
  return {
    save,
    isBusy: isBusy || (saved !== null && listNews(saved.warnings).length === 0),
    refusal,
    faults: readFaults(refusal, entered),
    goTo,
  };
}

/** What is refused where no control says it stands beside Save. */
function withSentence(refusal: Refusal): Refusal {
  const {
    name: _name,
    content: _content,
    slug: _slug,
    domain: _domain,
    tags: _tags,
    ...others
  } = refusal.fields ?? {};
  const elsewhere = Object.entries(others).flatMap(([field, fault]) =>
    controlOfRouting(field) === null ? [fault] : [],
  );
  const [sentence] = [refusal.sentence, ...elsewhere].filter((each) => each !== undefined);
  return { ...refusal, ...(sentence === undefined ? {} : { sentence }) };
}

function readFaults(refusal: Refusal | null, { draft }: Entered): Faults {
  const { content, name, slug, domain, tags, ...others } = refusal?.fields ?? {};
  const routing = Object.entries(others).map(
    ([field, fault]) => [controlOfRouting(field), formatRoutingFault(fault)] as const,
  );
  const faults = [...Object.entries({ name, slug, domain, tags, [mainControl(draft)]: content }), ...routing];
  return Object.fromEntries(
    faults.flatMap(([control, fault]) => (control !== null && fault ? [[control, fault]] : [])),
  );
}
