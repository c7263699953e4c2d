"use client";

import { type ReactNode, useEffect } from "react";
import type { ShownPage } from "./store";
import { usePicking } from "./use-picking";
import { useChosen, useSelection } from "./use-selection";

/** Around the codes of a page: keys and fingers choose among them. Elements say by `data-code` whose they are. */
export function PickArea({ ids, total, children }: ShownPage & { children: ReactNode }) {
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
