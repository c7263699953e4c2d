"use client";

import { Copy, Download, Ellipsis } from "lucide-react";
import { buttonClasses } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { pictureUrl } from "../picture-url";
import type { DeskCode } from "./actions";
import { useDesk } from "./code-desk";
import { quickFiles } from "./code-files";

/** Everything that can be done with a code, behind three dots. */
export function CodeMenu({ code, className }: { code: DeskCode; className?: string }) {
  const { itemsFor } = useDesk();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Actions for ${code.name}`}
          className={className ?? buttonClasses({ kind: "ghost", shape: "icon" })}
        >
          <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
        </button>
      }
      items={itemsFor(code)}
    />
  );
}

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
