import Link from "next/link";
import type { Usage } from "@/lib/accounts/schema";
import type { LimitUse } from "@/lib/api-uses/schema";
import { entitlements } from "@/lib/plans";
import { countOf } from "../../ui/counts";
import { Ticks } from "../../ui/usage-ruler";

/** From this share of a limit on the ruler warns. */
const nearlyFull = 0.9;

export function measureCodes({ codes }: Pick<Usage, "codes">): { share: number; tone: string } {
  const share = Math.min(1, codes.used / codes.limit);
  return { share, tone: share >= 1 ? "text-stop" : share >= nearlyFull ? "text-warn" : "text-accent" };
}

export function UsageReading({ usage, requests }: { usage: Usage; requests: LimitUse | null }) {
  const { name } = entitlements[usage.plan];
  const { share, tone } = measureCodes(usage);
  const left = usage.codes.limit - usage.codes.used;
  return (
    <div className="text-small">
      <p className="flex flex-wrap justify-between gap-x-2">
        <Link href="/plan" prefetch={false} className="font-medium hover:underline">
          {name}
        </Link>
        <span className="text-ink-3">{formatCodes(usage)}</span>
      </p>
      <Ticks share={share} tone={tone} />
      {share >= 1 && <p className="mt-1.5 text-stop">Full. Your codes keep working.</p>}
      {share >= nearlyFull && share < 1 && <p className="mt-1.5 text-warn">{formatLeft(left)}</p>}
      <p className="mt-1.5 text-ink-3">{requests === null ? formatScans(usage) : formatRequests(requests)}</p>
    </div>
  );
}

/** `212 of 500 codes`. */
export function formatCodes({ codes }: Pick<Usage, "codes">): string {
  return `${count(codes.used)} of ${count(codes.limit)} codes`;
}

function formatRequests({ used, limit }: LimitUse): string {
  return `${count(used)} of ${count(limit)} requests this hour`;
}

function formatScans({ scans: { used, limit, capped } }: Usage): string {
  if (limit === null) return `${countOf(used, "scan")} this month`;
  if (capped === 0) return `${count(used)} of ${count(limit)} scans in detail this month`;
  return `${count(limit)} scans in detail this month, ${count(capped)} more counted`;
}

const formatLeft = (left: number): string => (left === 1 ? "One left" : `${count(left)} left`);

const count = (value: number): string => value.toLocaleString("en-GB");
