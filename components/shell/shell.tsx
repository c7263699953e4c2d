import Link from "next/link";
import type { ReactNode } from "react";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements, hasBulk } from "@/lib/plans";
import type { FindCodes } from "../palette/commands";
import { PaletteHost } from "../palette/palette-host";
import { Mark } from "../site/mark";
import { Badge } from "../ui/badge";
import { Toasts } from "../ui/toasts";
import { Ticks } from "../ui/usage-ruler";
import { FindButton, PhonePlaces, SidePlaces, UserMenu } from "./nav/nav-controls";
import type { Alerts, Person } from "./nav/places";
import { formatCodes, measureCodes, UsageReading } from "./nav/usage-reading";
import { NarrowWhy, WhyNoCodes } from "./no-dashboard";
import { ReportZone } from "./report-zone";

interface ShellProps extends Omit<Person, "alerts"> {
  /** Domains whose ownership can no longer be proved. */
  failingDomains: number;
  zone: string;
  findCodes: FindCodes;
  children: ReactNode;
}

export function Shell({ zone, findCodes, failingDomains, children, ...props }: ShellProps) {
  const person = { ...props, alerts: listAlerts(failingDomains) };
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
      <ReportZone known={zone} />
    </div>
  );
}

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
          <span className="font-medium text-ink">{entitlements[usage.plan].name}</span> {formatCodes(usage)}
        </span>
        <Ticks share={share} tone={tone} />
      </Link>
    </header>
  );
}

/** Places, use and person, always there from 768 px on. */
function Sidebar({ name, usage, requests, alerts, isOperator, signOut }: Person) {
  const { dashboard } = entitlements[usage.plan];
  return (
    // As long as the page is, while what is in it stays in view.
    <div className="border-r border-line bg-canvas max-md:hidden">
      {/* Its foot stands at the bottom of the window and would jump while the rest of it arrives. What follows it is expected,
          since a browser waits for the start of an element, not for its end. */}
      <link rel="expect" href="#main" blocking="render" />
      <aside
        aria-label="Sidebar"
        className="bench sticky top-0 flex h-[calc(100dvh-var(--demo-banner,0px))] flex-col overflow-y-auto"
      >
        <Link
          href="/"
          prefetch={false}
          className="flex h-16 shrink-0 items-center gap-3 px-4 font-semibold tracking-tight focus-visible:-outline-offset-2 max-xl:justify-center max-xl:px-0 xl:px-5"
        >
          <Mark />
          <span className="max-xl:sr-only">Quietzone</span>
        </Link>
        <div className="flex flex-col gap-3 px-2.5">
          <FindButton />
          <SidePlaces
            standing={{ plan: usage.plan, isOperator }}
            counts={countsOf(usage)}
            alerts={alerts.places}
          />
        </div>
        <div className="mt-auto shrink-0 pt-6">
          {!dashboard && (
            <>
              <div className="px-4 pb-6 max-xl:hidden">
                <WhyNoCodes usage={usage} />
              </div>
              <div className="mx-1.5 mb-1 xl:hidden">
                <NarrowWhy />
              </div>
            </>
          )}
          <div className="px-4 pb-5 max-xl:hidden">
            <UsageReading usage={usage} requests={requests} />
          </div>
          <NarrowUsage usage={usage} />
          <div className="border-t border-line">
            <UserMenu name={name} signOut={signOut} />
          </div>
        </div>
      </aside>
    </div>
  );
}

function listAlerts(failingDomains: number): Alerts {
  if (failingDomains === 0) return { places: {}, foot: null };
  const badge = (
    <>
      <span className="ml-auto in-[aside]:max-xl:sr-only">
        <Badge tone="stop">{failingDomains} failing</Badge>
      </span>
      {/* At the side of a tablet there is an icon alone. */}
      <span
        className="absolute top-1.5 right-2 hidden size-2 rounded-full bg-stop in-[aside]:max-xl:block"
        aria-hidden
      />
    </>
  );
  const foot = (
    <>
      <span className="absolute -top-0.5 -right-1 size-2 rounded-full bg-stop" aria-hidden />
      <span className="sr-only">A domain is failing. </span>
    </>
  );
  return { places: { "/domains": badge }, foot };
}

function countsOf({ plan, codes, keys, webhooks }: Usage): Partial<Record<string, number>> {
  return {
    "/codes": codes.used,
    // Beside "Developer" it would count one page of many.
    ...(entitlements[plan].bulk ? {} : { "/api-keys": keys.used }),
    "/webhooks": webhooks.used,
  };
}

/** At the side of a tablet, 64 px wide: the same reading in small. */
function NarrowUsage({ usage }: { usage: Usage }) {
  const { share, tone } = measureCodes(usage);
  const { name } = entitlements[usage.plan];
  return (
    <Link
      href="/plan"
      prefetch={false}
      title={`${name}: ${formatCodes(usage)}`}
      className="mx-1.5 mb-3 block rounded-medium px-1 py-2 text-center text-tiny text-ink-3 hover:text-ink xl:hidden"
    >
      <span className="block truncate font-medium text-ink">{name}</span>
      <span className="block">
        {usage.codes.used.toLocaleString("en-GB")} of {usage.codes.limit.toLocaleString("en-GB")}
        <span className="sr-only"> codes</span>
      </span>
      <Ticks share={share} tone={tone} />
    </Link>
  );
}
