"use client";

import { type FormEvent, type RefObject, startTransition, useActionState, useRef, useState } from "react";
import type { Answer, Check, FormAction } from "./answer";
import { callSafely, lostOnce, useOnce } from "./call-safely";

const findNothing: Check = () => ({});
const loadNoCheck = async () => findNothing;

interface FormOptions<T> {
  id: string;
  send: FormAction<T>;
  /** Loads, at the first focus, what checks the filled form before it is sent. */
  loadCheck?: (() => Promise<Check>) | undefined;
  /** What it makes must not be made twice: it is sent with a `key`. */
  isOnce?: boolean | undefined;
  onDone?: (done: T, form: HTMLFormElement) => void;
}

/** A form over a server action: fields are checked on leaving, then on each key; server refusals show in the same places. */
export function useForm<T>({ id, send, loadCheck = loadNoCheck, isOnce = false, onDone }: FormOptions<T>) {
  const form = useRef<HTMLFormElement>(null);
  const isStarted = useRef(false);
  const checks = useChecks(form, loadCheck);
  const once = useOnce();
  const [answer, dispatch, isBusy] = useActionState<Answer<T>, FormData>(async (previous, data) => {
    const sendOnce = (key: string) => {
      data.set("key", key);
      return send(previous, data);
    };
    const next = isOnce
      ? await callSafely(() => once(sendOnce), lostOnce)
      : await callSafely(() => send(previous, data));
    const faults = next !== null && "refusal" in next ? (next.refusal.fields ?? {}) : {};
    checks.show(faults);
    if (form.current !== null) focusFirst(form.current, faults);
    if (next !== null && "done" in next && form.current !== null) onDone?.(next.done, form.current);
    return next;
  }, null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || isStarted.current) return;
    isStarted.current = true;
    const filled = event.currentTarget;
    try {
      if (!(await checks.pass())) return;
      const data = new FormData(filled);
      startTransition(() => dispatch(data));
    } finally {
      isStarted.current = false;
    }
  };

  return {
    answer,
    isBusy,
    refusal: answer !== null && "refusal" in answer ? answer.refusal : null,
    /** Ties a control to its place in the form. */
    field: (name: string) => ({ id: `${id}-${name}`, name, fault: checks.faults[name] }),
    /** Spread on the form's element. */
    form: { ref: form, id, noValidate: true, action: dispatch, onSubmit: submit, ...checks.events },
  };
}

type Faults = Record<string, string>;

/** Which fields of a form are wrong, in words, and when that is looked at again. */
function useChecks(form: RefObject<HTMLFormElement | null>, loadCheck: () => Promise<Check>) {
  const [faults, setFaults] = useState<Faults>({});
  const check = useRef<Promise<Check> | null>(null);
  const left = useRef(new Set<string>());
  const press = useRef<Promise<void> | null>(null);

  const ready = () => {
    check.current ??= loadCheck().catch(() => {
      // It is asked for again; until it comes the server alone checks, and a form that can't be sent says so.
      check.current = null;
      return findNothing;
    });
    return check.current;
  };
  const findAll = async (): Promise<Faults> => {
    const find = await ready();
    return form.current === null ? {} : find(new FormData(form.current));
  };
  const recheck = async (name: string) => {
    const found = await findAll();
    setFaults(({ [name]: _, ...others }) => (found[name] ? { ...others, [name]: found[name] } : others));
  };
  return {
    faults,
    /** What the server refused. */
    show: setFaults,
    /** Checks every field, shows what is wrong and goes to the first of it; returns whether nothing is. */
    async pass(): Promise<boolean> {
      const found = await findAll();
      setFaults(found);
      for (const name of Object.keys(found)) left.current.add(name);
      if (form.current !== null) focusFirst(form.current, found);
      return Object.keys(found).length === 0;
    },
    events: {
      onFocus: () => void ready(),
      onBlur: ({ target }: { target: EventTarget }) => {
        if (!isFilledField(target)) return;
        left.current.add(target.name);
        void (press.current ?? Promise.resolve()).then(() => recheck(target.name));
      },
      // A press takes the focus before it is let go: a fault that came up then would move the button from under it.
      onPointerDown: () => {
        press.current = untilReleased().then(() => {
          press.current = null;
        });
      },
      onInput: ({ target }: { target: EventTarget }) => {
        const { name } = target as HTMLInputElement;
        if (left.current.has(name) || faults[name] !== undefined) void recheck(name);
      },
    },
  };
}

/** Resolves when the pointer that is down has been let go, and what that clicks has heard of it. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const release = () => {
      for (const name of ends) window.removeEventListener(name, release);
      setTimeout(resolve);
    };
    const ends = ["pointerup", "pointercancel"] as const;
    for (const name of ends) window.addEventListener(name, release);
  });
}

/** Nobody is blamed for a field that they have only passed. */
function isFilledField(target: EventTarget): target is HTMLInputElement {
  const { name, value, type } = target as HTMLInputElement;
  return Boolean(name) && Boolean(value) && type !== "checkbox" && type !== "radio";
}

/** In the order of the page. */
function focusFirst(form: HTMLFormElement, faults: Faults): void {
  const fields = [...form.elements] as HTMLInputElement[];
  fields.find(({ name, type }) => faults[name] !== undefined && type !== "hidden")?.focus();
}
