import Link from "next/link";
import type { AccountCode } from "@/lib/operator/schema";
import { typeNames } from "../../codes/facts/type-words";
import { Block } from "../../shell/block";
import { Badge } from "../../ui/badge";
import { countOf } from "../../ui/counts";

/** So many are shown at once; the others one asks for. */
const shownAtOnce = 20;

/** What the account has made, and where it leads: a code that does harm is found here. */
export function AccountCodes({ codes }: { codes: readonly AccountCode[] }) {
  const [first, others] = [codes.slice(0, shownAtOnce), codes.slice(shownAtOnce)];
  return (
    <Block
      id="codes"
      title="Codes"
      lead="The most scanned first. You see where they lead, to find those that do harm. What other kinds hold, a contact or a password, is not shown."
    >
      {codes.length === 0 ? <p className="text-ink-3">None.</p> : <Rows codes={first} />}
      {others.length > 0 && (
        <details className="group/rest">
          <summary className="flex h-11 cursor-pointer items-center text-small text-accent group-open/rest:hidden">
            All {countOf(codes.length, "code")}
          </summary>
          <Rows codes={others} />
        </details>
      )}
    </Block>
  );
}

function Rows({ codes }: { codes: readonly AccountCode[] }) {
  return (
    <ul className="text-small">
      {codes.map((code) => (
        <li key={code.id} className="flex gap-4 border-t border-line py-2.5 last:border-b">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link
                href={`/admin/codes?q=${code.shortCode ?? code.id}`}
                prefetch={false}
                className="min-w-0 py-0.5 text-body font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {code.name}
              </Link>
              {code.isSuspended && <Badge tone="stop">Suspended</Badge>}
              {code.isSandbox && <Badge tone="warn">Sandbox</Badge>}
            </p>
            <p className="text-ink-3 [overflow-wrap:anywhere]">{code.target ?? typeNames[code.type]}</p>
          </div>
          <p className="shrink-0 text-ink-2">
            {code.shortCode === null ? "Static, not counted" : countOf(code.scanCount, "scan")}
          </p>
        </li>
      ))}
    </ul>
  );
}
