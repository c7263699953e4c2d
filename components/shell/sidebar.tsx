import Link from "next/link";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { Mark } from "../site/mark";
import { Ticks } from "../ui/usage-ruler";
import { SidePlaces } from "./places";
import { UserMenu } from "./user-menu";

interface SidebarProps {
  name: string;
  usage: Usage;
  signOut: () => Promise<void>;
}

/** Places, use and person, always there from 768 px on. */
export function Sidebar({ name, usage, signOut }: SidebarProps) {
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
        <div className="px-2.5">
          <SidePlaces counts={{ "/api-keys": usage.keys.used }} />
        </div>
        <div className="mt-auto shrink-0">
          <SidebarUsage usage={usage} />
          <div className="border-t border-line">
            <UserMenu name={name} signOut={signOut} />
          </div>
        </div>
      </aside>
    </div>
  );
}

function SidebarUsage({ usage: { plan, codes } }: { usage: Usage }) {
  const { name, dashboard } = entitlements[plan];
  const share = Math.min(1, codes.used / codes.limit);
  const tone = share >= 1 ? "text-stop" : share >= 0.9 ? "text-warn" : "text-accent";
  return (
    <div className="px-4 pb-5 text-small max-xl:hidden">
      {!dashboard && (
        <p className="mb-6 text-ink-3">
          {name} works through the API. Codes and charts in the browser come with Pro.{" "}
          <Link href="/plan" prefetch={false} className="link">
            See Pro
          </Link>
        </p>
      )}
      <p className="flex justify-between gap-2">
        <Link href="/plan" prefetch={false} className="font-medium hover:underline">
          {name}
        </Link>
        <span className="text-ink-3">
          {codes.used.toLocaleString("en-GB")} of {codes.limit.toLocaleString("en-GB")} codes
        </span>
      </p>
      <Ticks share={share} tone={tone} />
      {share >= 1 && <p className="mt-1.5 text-stop">Full. Your codes go on working.</p>}
    </div>
  );
}
