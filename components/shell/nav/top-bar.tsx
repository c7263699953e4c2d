import Link from "next/link";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { Mark } from "../../site/mark";
import { Ticks } from "../../ui/usage-ruler";
import { measureCodes, sayCodes } from "./usage-reading";

/** Over the pages of a phone: home, and how much of the plan is used. */
export function TopBar({ usage }: { usage: Usage }) {
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
