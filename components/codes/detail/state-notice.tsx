import Link from "next/link";
import type { StoredCode } from "@/lib/codes/schema";
import { sayDay, sayMoment } from "../../ui/dates";
import { Notice } from "../../ui/notice";
import type { CodeState } from "../code-facts";

interface StateNoticeProps {
  code: Pick<StoredCode, "suspended" | "settings" | "scanCount">;
  state: CodeState;
  zone: string;
  nowMs: number;
}

/** Why the code does not lead to its target now; nothing of one that does. */
export function StateNotice(props: StateNoticeProps) {
  if (props.state === "on") return null;
  return <div className="page-x border-b border-line py-4">{describe(props)}</div>;
}

function describe({ code: { suspended, settings }, state, zone, nowMs }: StateNoticeProps) {
  const { startsAt, expiresAt, maxScans, fallbackUrl } = settings;
  const instead = fallbackUrl === undefined ? "a page that says so" : "the address under Afterwards";
  if (suspended !== undefined)
    return (
      <Notice tone="stop" title={`Suspended on ${sayDay(suspended.since, zone)}: ${suspended.reason}`}>
        The operator of this service has taken it out of service. People who scan it see a page that says so.{" "}
        <Link href="/support" prefetch={false} className="link">
          Ask about it
        </Link>
      </Notice>
    );
  if (state === "off")
    return <Notice title="It's off">People who scan it see a page that says it's closed.</Notice>;
  if (state === "scheduled" && startsAt !== undefined)
    return (
      <Notice tone="warn" title={`It starts on ${sayMoment(startsAt, zone)}`}>
        Until then scans lead to {instead}.
      </Notice>
    );
  const isLate = expiresAt !== undefined && Date.parse(expiresAt) <= nowMs;
  return (
    <Notice
      title={
        isLate && expiresAt !== undefined
          ? `It ended on ${sayMoment(expiresAt, zone)}`
          : `All ${(maxScans ?? 0).toLocaleString("en-GB")} scans of its limit are used`
      }
    >
      Scans lead to {instead}.
    </Notice>
  );
}
