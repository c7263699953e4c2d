"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { readMeasure } from "./print-check";

interface PrintWidth {
  widthMm: number;
  text: string;
  setText: (text: string) => void;
}

const usualMm = 30;

const Context = createContext<PrintWidth>({
  widthMm: usualMm,
  text: String(usualMm),
  setText: () => undefined,
});

/** One width for all that prints: the preflight, the PDF and the page's own print. */
export function PrintWidthProvider({ children }: { children: ReactNode }) {
  const [text, write] = useState(String(usualMm));
  const [widthMm, setWidthMm] = useState(usualMm);
  const setText = (next: string) => {
    write(next);
    const read = readMeasure("widthMm", next);
    if (read !== null) setWidthMm(read);
  };
  return <Context value={{ widthMm, text, setText }}>{children}</Context>;
}

export function usePrintWidth(): PrintWidth {
  return useContext(Context);
}

/** What of the page goes on paper, as wide as it is to be there. */
export function PrintSheet({ children }: { children: ReactNode }) {
  const { widthMm } = usePrintWidth();
  return (
    <div className="print-sheet" style={{ "--print-width": `${widthMm}mm` } as React.CSSProperties}>
      {children}
    </div>
  );
}
