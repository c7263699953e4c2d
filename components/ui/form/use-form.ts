"use client";

import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { type FormEvent, startTransition, useActionState, useRef, useState } from "react";
import type { Answer, Check, FormAction } from "./answer";

interface FormOptions<T> {
  /** Stands before the names of the controls in their ids; unique on the page. */
  id: string;
  send: FormAction<T>;
  /** Brings what checks a filled form here, before it is sent; asked for at the first focus. */
  loadCheck: () => Promise<Check>;
  onDone?: (done: T, form: HTMLFormElement) => void;
}

type Faults = Record<string, string>;

/**
 * A form over an action of the server. A field is checked when it is left, then on each key; all of them when it is sent;
 * the server's refusals stand at the same places. The first fault takes the focus. What was typed stays.
 */
export function useForm<T>({ id, send, loadCheck, onDone }: FormOptions<T>) {
  const [answer, dispatch, isBusy] = useActionState<Answer<T>, FormData>(async (previous, data) => {
    const next = await sendSafely(send, previous, data);
    if (next !== null) settle(next);
    return next;
  }, null);
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const check = useRef<Promise<Check> | null>(null);
  const left = useRef(new Set<string>());
  const isStarted = useRef(false);

  const ready = () => {
    check.current ??= loadCheck();
    return check.current;
  };
  const findFaults = async (): Promise<Faults> => {
    const find = await ready();
    return form.current === null ? {} : find(new FormData(form.current));
  };
  const recheck = async (name: string) => {
    const found = await findFaults();
    setFaults(({ [name]: _, ...others }) => (found[name] ? { ...others, [name]: found[name] } : others));
  };

  const settle = (next: NonNullable<Answer<T>>) => {
    const fields = "refusal" in next ? (next.refusal.fields ?? {}) : {};
    setFaults(fields);
    if (form.current === null) return;
    if ("done" in next) onDone?.(next.done, form.current);
    else focusFirst(form.current, Object.keys(fields));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || isStarted.current) return;
    isStarted.current = true;
    const filled = event.currentTarget;
    try {
      const found = await findFaults();
      setFaults(found);
      for (const name of Object.keys(found)) left.current.add(name);
      if (Object.keys(found).length > 0) return focusFirst(filled, Object.keys(found));
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
    field: (name: string) => ({ id: `${id}-${name}`, name, fault: faults[name] }),
    /** Spread on the form's element. */
    form: {
      ref: form,
      id,
      noValidate: true,
      action: dispatch,
      onSubmit: submit,
      onFocus: () => void ready(),
      onBlur: ({ target }: { target: EventTarget }) => {
        if (!isFilledField(target)) return;
        left.current.add(target.name);
        void recheck(target.name);
      },
      onInput: ({ target }: { target: EventTarget }) => {
        const { name } = target as HTMLInputElement;
        if (left.current.has(name) || faults[name] !== undefined) void recheck(name);
      },
    },
  };
}

/** Nobody is blamed for a field that they have only passed. */
function isFilledField(target: EventTarget): target is HTMLInputElement {
  const { name, value, type } = target as HTMLInputElement;
  return Boolean(name) && Boolean(value) && type !== "checkbox" && type !== "radio";
}

/** In the order of the page. */
function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const fields = [...form.elements] as HTMLInputElement[];
  fields.find(({ name, type }) => names.includes(name) && type !== "hidden")?.focus();
}

/** A lost connection and a page of an older build are refusals too, so that nothing typed is lost. */
async function sendSafely<T>(send: FormAction<T>, previous: Answer<T>, data: FormData): Promise<Answer<T>> {
  try {
    return await send(previous, data);
  } catch (error) {
    unstable_rethrow(error);
    const sentence = unstable_isUnrecognizedActionError(error)
      ? "This page is older than the service. Reload it, then send the form again."
      : "Not sent: the connection dropped. Send it again.";
    return { refusal: { sentence } };
  }
}
