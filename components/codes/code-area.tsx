"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { ContextMenu } from "../ui/menu";
import type { DeskCode } from "./actions";
import { type ShownPage, useChosen, useSelection } from "./bulk-actions/store";
import { useDesk } from "./code-desk";

/** A press that lasts so long is meant for choosing; systems open their own menus a little later. */
const longPressMs = 450;

/** A finger that moves further scrolls. */
const mostMovedPx = 10;

const controls = "input, button, select, textarea, [role=menuitem]";

interface CodeAreaProps {
  codes: readonly DeskCode[];
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

/** Around the codes of a page: keys and fingers choose among them. Elements say by `data-code` whose they are. */
function PickArea({ ids, total, children }: ShownPage & { children: ReactNode }) {
  const selection = useSelection();
  const isOn = useChosen((store) => store.isOn(), false);
  const picking = usePicking(selection?.toggle ?? null);
  const store = selection?.store;
  useEffect(() => {
    store?.show({ ids, total });
    return () => store?.show({ ids: [], total: 0 });
  }, [store, ids, total]);
  return (
    <div data-selecting={isOn || undefined} data-pickable={selection !== null || undefined} {...picking}>
      {children}
    </div>
  );
}

function codeAt(target: EventTarget): string | null {
  if (!(target instanceof Element) || target.closest(controls) !== null) return null;
  return target.closest("[data-code]")?.getAttribute("data-code") ?? null;
}

type Toggle = (id: string, isRange?: boolean) => void;

/** Chooses codes by x and the space bar on a code that has the focus, and by a long press of a finger. Null: not here. */
function usePicking(toggle: Toggle | null) {
  const touch = useLongPress(toggle);
  if (toggle === null) return {};
  return {
    ...touch,
    onKeyDown(event: KeyboardEvent) {
      const isKey = event.key === " " || event.key.toLowerCase() === "x";
      if (!isKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const id = codeAt(event.target);
      if (id === null) return;
      event.preventDefault();
      toggle(id, event.shiftKey);
    },
  };
}

function useLongPress(toggle: Toggle | null) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  /** The press has chosen: the click that it ends with opens nothing. */
  const hasChosen = useRef(false);
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown(event: PointerEvent) {
      end();
      hasChosen.current = false;
      const id = event.pointerType === "touch" && event.isPrimary ? codeAt(event.target) : null;
      if (id === null) return;
      const choose = () => {
        hasChosen.current = true;
        toggle?.(id);
      };
      press.current = { timer: setTimeout(choose, longPressMs), x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current === null) return;
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > mostMovedPx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!hasChosen.current) return;
      hasChosen.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu(event: MouseEvent) {
      if (press.current !== null || hasChosen.current) event.preventDefault();
    },
  };
}
