import Link from "next/link";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { bothPlan } from "../both-plan";

/** Why a plan without pages for codes lists none, and which has them. */
export function WhyNoCodes({ usage: { plan } }: { usage: Usage }) {
  return (
    <p className="text-small text-ink-3">
      {entitlements[plan].name} works through the API. Codes and charts in the browser come with {bothPlan}.{" "}
      <Link href="/plan" prefetch={false} className="link">
        See {bothPlan}
      </Link>
    </p>
  );
}

/** Where there is room for the question alone: its page answers it. */
export function NarrowWhy() {
  return (
    <Link
      href="/codes"
      prefetch={false}
      className="grid min-h-11 place-items-center rounded-medium px-1 text-center text-tiny text-ink-3 hover:text-ink"
    >
      Why no codes?
    </Link>
  );
}
