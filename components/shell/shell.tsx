import Link from "next/link";
import type { ReactNode } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements, hasBulk } from "@/lib/plans";
import type { FindCodes } from "../palette/commands";
import { PaletteHost } from "../palette/palette-host";
import { Mark } from "../site/mark";
import { Toasts } from "../ui/toasts";
import { Ticks } from "../ui/usage-ruler";
import { PhonePlaces } from "./nav/phone-places";
import type { Person } from "./nav/places";
import { Sidebar } from "./nav/sidebar";
import { measureCodes, sayCodes } from "./nav/usage-reading";
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

/** Over the pages of a phone: home, and how much of the plan is used. */
function TopBar({ usage }: { usage: Usage }) {
  const { share, tone } = measureCodes(usage);
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-b border-line bg-canvas px-4 md:hidden">
      <Link
        href="/"
        prefetch={false}
        className="-ml-2 flex min-h-11 items-center gap-2.5 rounded-medium px-2 font-semibold tracking-tight"
      >
        <Mark size={20} />
        Quietzone
      </Link>
      <Link
        href="/plan"
        prefetch={false}
        className="flex min-h-11 w-44 flex-col justify-center text-tiny text-ink-2"
      >
        <span className="flex justify-between gap-2">
          <span className="font-medium text-ink">{entitlements[usage.plan].name}</span> {sayCodes(usage)}
        </span>
        <Ticks share={share} tone={tone} />
      </Link>
    </header>
  );
}
