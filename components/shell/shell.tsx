import type { ReactNode } from "react";
import { hasBulk } from "@/lib/plans";
import type { FindCodes } from "../palette/found";
import { PaletteHost } from "../palette/palette-host";
import { Toasts } from "../ui/toasts";
import type { Person } from "./nav/person";
import { PhonePlaces } from "./nav/phone-places";
import { Sidebar } from "./nav/sidebar";
import { TopBar } from "./nav/top-bar";
import { TellZone } from "./tell-zone";

interface ShellProps extends Person {
  /** The zone of their clocks, as far as it has been told. */
  zone: string;
  findCodes: FindCodes;
  children: ReactNode;
}

/** Sidebar and page; on phones the places move to the foot and what is used of the plan to the top. */
export function Shell({ zone, findCodes, children, ...person }: ShellProps) {
  const { usage, isOperator, signOut } = person;
  const standing = { plan: usage.plan, isOperator };
  return (
    <div
      data-bulk={hasBulk(usage.plan) || undefined}
      className="shell md:grid md:min-h-dvh md:grid-cols-[4rem_minmax(0,1fr)] xl:grid-cols-[14.5rem_minmax(0,1fr)]"
    >
      <TopBar usage={usage} />
      <Sidebar {...person} />
      <main
        id="main"
        tabIndex={-1}
        className="flex min-h-[calc(100dvh-114px-env(safe-area-inset-bottom))] min-w-0 flex-col outline-none md:min-h-dvh"
      >
        {children}
      </main>
      <PhonePlaces {...person} />
      <PaletteHost standing={standing} findCodes={findCodes} signOut={signOut} />
      <Toasts />
      <TellZone known={zone} />
    </div>
  );
}
