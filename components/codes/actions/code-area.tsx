"use client";

import { type ReactNode, useMemo } from "react";
import { ContextMenu } from "../../ui/context-menu";
import { PickArea } from "../bulk-actions/pick-area";
import type { DeskCode } from "./actions";
import { useDesk } from "./code-desk";

interface CodeAreaProps {
  codes: readonly DeskCode[];
  /** How many the list has on all its pages. */
  total: number;
  children: ReactNode;
}

/** Around a gallery or a table: on right click a code's menu. Elements say by `data-code` whose they are. */
export function CodeArea({ codes, total, children }: CodeAreaProps) {
  const { itemsFor } = useDesk();
  const ids = useMemo(() => codes.map(({ id }) => id), [codes]);
  const itemsAt = (target: Element) => {
    const id = target.closest("[data-code]")?.getAttribute("data-code");
    const code = codes.find((known) => known.id === id);
    return code === undefined ? null : itemsFor(code);
  };
  return (
    <ContextMenu label="Actions for the code" itemsAt={itemsAt}>
      <PickArea ids={ids} total={total}>
        {children}
      </PickArea>
    </ContextMenu>
  );
}
