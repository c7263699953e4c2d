import type { ReactNode } from "react";
import { Toasts } from "../ui/toasts";
import { FootPlaces } from "./places";

/** Sidebar and page; on phones the places move to the foot. */
export function Shell({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div className="shell min-h-dvh md:grid md:grid-cols-[4rem_minmax(0,1fr)] xl:grid-cols-[14.5rem_minmax(0,1fr)]">
      {sidebar}
      <main id="main" tabIndex={-1} className="flex min-h-dvh min-w-0 flex-col outline-none">
        {children}
      </main>
      <FootPlaces />
      <Toasts />
    </div>
  );
}
