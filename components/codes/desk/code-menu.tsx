"use client";

import { Ellipsis } from "lucide-react";
import { buttonClasses } from "../../ui/button";
import { Menu } from "../../ui/menu";
import type { DeskCode } from "./actions";
import { useDesk } from "./code-desk";

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
