"use client";

import { type FormEvent, useState } from "react";
import type { Built } from "../maker/draft/build-code";
import { focusFault } from "../maker/forms/focus-fault";
import { useFieldFaults } from "../maker/forms/use-field-faults";
import { judge } from "../maker/grade/judge";
import { type Graded, useGrade } from "../maker/grade/use-grade";
import type { SavedCode } from "./actions";
import { useLeaveGuard } from "./leave/use-leave-guard";
import { useEditor } from "./model/use-editor";
import type { CodeEditorProps } from "./props";
import { useSave } from "./use-save";

/** The whole editor without its looks: what is entered and drawn, what is wrong, saving, and leaving. */
export function useCodeEditor(props: CodeEditorProps) {
  const { start, code, shortUrl, origin, actions } = props;
  // What is chosen at first stays, whatever becomes of the room.
  const [hasDynamicRoom] = useState(props.room.dynamicNote === null);
  const [saved, setSaved] = useState<SavedCode | null>(null);
  const editor = useEditor({ start, shortUrl, origin, hasDynamicRoom });
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
