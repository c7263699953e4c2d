import Link from "next/link";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { Mark } from "../../site/mark";
import { Ticks } from "../../ui/usage-ruler";
import { NarrowWhy, WhyNoCodes } from "../no-dashboard";
import type { Person } from "./places";
import { FindButton, SidePlaces, UserMenu } from "./sidebar-controls";
import { measureCodes, sayCodes, UsageReading } from "./usage-reading";

/** Places, use and person, always there from 768 px on. */
export function Sidebar({ name, usage, requests, isOperator, signOut }: Person) {
  const { dashboard } = entitlements[usage.plan];
  return (
    // As long as the page is, while what is in it stays in view.
    <div className="border-r border-line bg-canvas max-md:hidden">
      <aside aria-label="Sidebar" className="bench sticky top-0 flex h-dvh flex-col overflow-y-auto">
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
          <SidePlaces standing={{ plan: usage.plan, isOperator }} counts={countsOf(usage)} />
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

/** Of the sandbox and of production together, as the pages' limits are. */
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
      title={`${name}: ${sayCodes(usage)}`}
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
