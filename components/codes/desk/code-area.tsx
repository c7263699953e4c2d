"use client";

import type { ReactNode } from "react";
import { ContextMenu } from "../../ui/context-menu";
import type { DeskCode } from "./actions";
import { useDesk } from "./code-desk";

/** Around a gallery or a table: on right click a code's menu. Elements say by `data-code` whose they are. */
export function CodeArea({ codes, children }: { codes: readonly DeskCode[]; children: ReactNode }) {
  const { itemsFor } = useDesk();
  const itemsAt = (target: Element) => {
    const id = target.closest("[data-code]")?.getAttribute("data-code");
    const code = codes.find((known) => known.id === id);
    return code === undefined ? null : itemsFor(code);
  };
  return (
    <ContextMenu label="Actions for the code" itemsAt={itemsAt}>
      {children}
    </ContextMenu>
  );
}
