"use client";

import { Copy, Download } from "lucide-react";
import { pictureUrl } from "../picture-url";
import type { DeskCode } from "./actions";
import { useDesk } from "./code-desk";
import { quickFiles } from "./code-files";
import { CodeMenu } from "./code-menu";

const small =
  "inline-flex size-7 shrink-0 items-center justify-center rounded-medium border border-line-strong bg-surface text-ink-2 hover:bg-canvas hover:text-ink touch:size-11";
const [png] = quickFiles;

/** Below a card: the picture, the link (of a static code the picture to paste), and the rest. */
export function CardActions({ code }: { code: DeskCode }) {
  const { copy } = useDesk();
  const copies = code.shortUrl === null ? "Copy picture" : "Copy short link";
  return (
    <>
      <a
        href={pictureUrl(code, { format: png.format, size: png.size, download: true })}
        download
        title={`Download ${png.name}`}
        aria-label={`Download ${code.name}, ${png.name}`}
        className={small}
      >
        <Download size={14} strokeWidth={1.6} aria-hidden />
      </a>
      <button
        type="button"
        title={copies}
        aria-label={`${copies} of ${code.name}`}
        className={small}
        onClick={() => copy(code)}
      >
        <Copy size={14} strokeWidth={1.6} aria-hidden />
      </button>
      <CodeMenu code={code} className={small} />
    </>
  );
}
