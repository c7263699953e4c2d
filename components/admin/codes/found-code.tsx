import Link from "next/link";
import type { CodeView } from "@/lib/operator/schema";
import { entitlements } from "@/lib/plans";
import { typeNames } from "../../codes/facts/type-words";
import { Block } from "../../shell/block";
import { Badge } from "../../ui/badge";
import { countOf, sayCount } from "../../ui/counts";
import { sayMoment } from "../../ui/dates";
import { Fact, Facts } from "../facts";
import { PersonsWords } from "../persons-words";
import { type CodeActions, CodeButtons } from "./code-actions";
import { reasonNames } from "./reason-names";

interface FoundCodeProps {
  code: CodeView;
  zone: string;
  actions: CodeActions;
}

/** What a code is and leads to, whose it is, what was said of it, and what can be done. */
export function FoundCode({ code, zone, actions }: FoundCodeProps) {
  const { name, shortCode, suspended, reports } = code;
  return (
    <Block
      id="found"
      title={
        <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
          {name}
          {suspended !== null && <Badge tone="stop">Suspended</Badge>}
          {code.isSandbox && <Badge tone="warn">Sandbox</Badge>}
          <Badge tone={shortCode === null ? "neutral" : "accent"}>
            {shortCode === null ? "Static" : "Dynamic"}
          </Badge>
        </span>
      }
    >
      <CodeFacts code={code} zone={zone} />
      <div className="mt-4">
        {shortCode === null ? (
          <p className="text-ink-2">It holds its content itself: nothing can stop what is printed.</p>
        ) : (
          <CodeButtons
            shortCode={shortCode}
            name={name}
            isSuspended={suspended !== null}
            waitingUpTo={reports.latest.find(({ isSettled }) => !isSettled)?.createdAt ?? null}
            actions={actions}
          />
        )}
      </div>
      {reports.latest.length > 0 && (
        <ul className="mt-6 text-small">
          {reports.latest.map((report) => (
            <li key={report.id} className="border-t border-line py-2.5 last:border-b">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{reasonNames[report.reason]}</span>
                {!report.isSettled && <Badge tone="warn">Waits</Badge>}
                <span className="text-ink-3">{sayMoment(report.createdAt, zone)}</span>
              </p>
              {report.note !== null && <PersonsWords text={report.note} />}
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

function CodeFacts({ code, zone }: Pick<FoundCodeProps, "code" | "zone">) {
  const { shortUrl, suspended, reports } = code;
  return (
    <Facts>
      <Fact name="Target">
        {code.target ?? `${typeNames[code.type]}; what it holds is not shown here`}
        {code.isBlocked && <span className="block text-stop">The blocklist stops this address.</span>}
      </Fact>
      {shortUrl !== null && (
        <Fact name="Short URL">
          <span className="font-mono text-mono">{shortUrl}</span>{" "}
          <a href={`${shortUrl}+`} target="_blank" rel="noopener noreferrer" className="link">
            Look without opening
          </a>
        </Fact>
      )}
      {code.accountId !== null && (
        <Fact name="Owner">
          <Link href={`/admin/accounts/${code.accountId}`} prefetch={false} className="link">
            {code.email ?? code.accountId}
          </Link>
          {code.plan !== null && `, ${entitlements[code.plan].name}`}
        </Fact>
      )}
      <Fact name="Scans">
        {code.shortCode === null ? "Not counted" : sayCount(code.scanCount)}
        {code.lastScannedAt !== null && `, the last ${sayMoment(code.lastScannedAt, zone)}`}
      </Fact>
      <Fact name="Made">{sayMoment(code.createdAt, zone)}</Fact>
      <Fact name="Last changed">
        {sayMoment(code.updatedAt, zone)}
        {code.earlierTargets > 0 && `, after ${countOf(code.earlierTargets, "earlier target")}`}
      </Fact>
      <Fact name="Reports">
        {countOf(reports.count, "report")}
        {reports.waiting > 0 && `, ${sayCount(reports.waiting)} of them wait`}
      </Fact>
      {suspended !== null && (
        <Fact name="Suspended">
          {sayMoment(suspended.since, zone)}: {suspended.reason}
        </Fact>
      )}
      <Fact name="Id">
        <code className="font-mono text-mono">{code.id}</code>
      </Fact>
    </Facts>
  );
}
