"use client";

import { useEffect, useRef } from "react";

/** For the button that takes the place of what had the focus and has gone. */
export function useFocus() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return button;
}
