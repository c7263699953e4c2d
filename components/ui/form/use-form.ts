"use client";

import { type FormEvent, startTransition, useActionState, useRef } from "react";
import type { Answer, Check, FormAction } from "./answer";
import { callSafely, lostOnce } from "./call-safely";
import { focusFirst, useChecks } from "./use-checks";
import { useOnce } from "./use-once";

interface FormOptions<T> {
  /** Stands before the names of the controls in their ids; unique on the page. */
  id: string;
  send: FormAction<T>;
  /** Brings what checks a filled form here, before it is sent; asked for at the first focus. */
  loadCheck: () => Promise<Check>;
  /** What it makes must not be made twice: it is sent with a `key`. */
  isOnce?: boolean;
  onDone?: (done: T, form: HTMLFormElement) => void;
}

/**
 * A form over an action of the server. A field is checked when it is left, then on each key; all of them when it is sent;
 * the server's refusals stand at the same places. The first fault takes the focus. What was typed stays.
 */
export function useForm<T>({ id, send, loadCheck, isOnce = false, onDone }: FormOptions<T>) {
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
