import Link from "next/link";
import type { CodeView, Health, SuspendedCode } from "@/lib/operator/schema";
import { Block } from "../../shell/block";
import { PageHeader } from "../../shell/page-header";
import { Badge } from "../../ui/badge";
import { countOf } from "../../ui/counts";
import { sayMoment, sayZone } from "../../ui/dates";
import { Notice } from "../../ui/notice";
import { Fact, Facts } from "../facts";
import { SearchForm } from "../search-form";
import type { CodeActions } from "./code-actions";
import { FoundCode } from "./found-code";

interface CodesViewProps {
  /** What was pasted; "" is nothing yet. */
  asked: string;
  code: CodeView | null;
  suspended: readonly SuspendedCode[];
  blocklist: Health["blocklist"];
  zone: string;
  actions: CodeActions;
}

/** A code of anybody by whatever names it, what is out of service, and what the blocklist stops. */
export function CodesView({ asked, code, suspended, blocklist, zone, actions }: CodesViewProps) {
  const isAsked = asked.trim() !== "";
  return (
    <>
      <PageHeader title="Codes" />
      <div className="page-x border-b border-line py-4">
        <SearchForm path="/admin/codes" label="Short URL, short code or id" q={asked} most={2_048} />
        <p className="mt-2 text-small text-ink-3">
          Paste it whole, as it was sent to you: the host doesn't matter. Nothing is opened.
        </p>
      </div>
      {isAsked && code === null && (
        <div className="page-x border-b border-line py-4">
          <Notice title="There is no such code">
            A short code has 8 letters and digits, and capitals differ. It may have been deleted, or belong to
            another service.
          </Notice>
        </div>
      )}
      {code !== null && <FoundCode code={code} zone={zone} actions={actions} />}
      <Block
        id="suspended"
        title="Out of service"
        lead={`The last suspended first. Times in ${sayZone(zone)}.`}
      >
        <SuspendedList codes={suspended} zone={zone} />
      </Block>
      <Block
        id="blocklist"
        title="Blocklist"
        lead="Addresses that no code may lead to, asked when one is made, changed and scanned."
      >
        <BlocklistFacts blocklist={blocklist} zone={zone} />
      </Block>
    </>
  );
}

function SuspendedList({ codes, zone }: { codes: readonly SuspendedCode[]; zone: string }) {
  if (codes.length === 0) return <p className="text-ink-3">Every code is in service.</p>;
  return (
    <ul className="text-small">
      {codes.map(({ id, name, shortCode, target, accountId, email, since, reason }) => (
        <li key={id} className="border-t border-line py-2.5 last:border-b [overflow-wrap:anywhere]">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              href={`/admin/codes?q=${shortCode}`}
              prefetch={false}
              className="py-0.5 text-body font-medium hover:underline"
            >
              {name}
            </Link>
            <Badge tone="stop">Suspended</Badge>
            <span className="text-ink-3">{sayMoment(since, zone)}</span>
          </p>
          <p className="text-ink-2">{reason}</p>
          <p className="text-ink-3">
            {target ?? "Opens a page"} ·{" "}
            <Link href={`/admin/accounts/${accountId}`} prefetch={false} className="link">
              {email ?? accountId}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

function BlocklistFacts({
  blocklist: { file, entries, readAt, fault },
  zone,
}: Pick<CodesViewProps, "blocklist" | "zone">) {
  if (file === null) {
    return (
      <p className="text-ink-3">
        There is none. Set <code className="font-mono text-mono">BLOCKLIST_FILE</code> to a file with one
        host, network or beginning of an address a line.
      </p>
    );
  }
  return (
    <>
      {fault !== null && (
        <div className="mb-3">
          <Notice tone="stop" title="The file cannot be read as it is now">
            {fault}. The last good list holds. Mend the file; it is read again by itself.
          </Notice>
        </div>
      )}
      <Facts>
        <Fact name="File">
          <code className="font-mono text-mono">{file}</code>
        </Fact>
        <Fact name="Holds">{countOf(entries, "entry", "entries")}</Fact>
        <Fact name="Read">
          {readAt === null ? "Not yet" : sayMoment(readAt, zone)}, and again whenever it changes
        </Fact>
      </Facts>
    </>
  );
}
