"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface Size {
  width: number;
  height: number;
}

/** How large a box is, as it changes; null until it has been measured. */
export function useSize(): [RefObject<HTMLDivElement | null>, Size | null] {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, size];
}
