import { createElement, Fragment } from "react";

/** A sentence in which `backticks` mark what a machine reads. */
export function Words({ text }: { text: string }) {
  const parts = text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? createElement(Code, null, part) : part));
  return createElement(Fragment, null, ...parts);
}

export function Code({ children }: { children: string }) {
  return <code>{children}</code>;
}
