import type { ReactNode } from "react";
import { Toasts } from "../ui/toasts";
import { FootPlaces } from "./places";

/** Sidebar and page; on phones the places move to the foot. */
export function Shell({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div className="shell md:grid md:min-h-dvh md:grid-cols-[4rem_minmax(0,1fr)] xl:grid-cols-[14.5rem_minmax(0,1fr)]">
      {sidebar}
      <main
        id="main"
        tabIndex={-1}
        className="flex min-h-[calc(100dvh-57px-env(safe-area-inset-bottom))] min-w-0 flex-col outline-none md:min-h-dvh"
      >
        {children}
      </main>
      <FootPlaces />
      <Toasts />
    </div>
  );
}
