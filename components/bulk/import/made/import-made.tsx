import type { Import } from "@/lib/imports/schema";
import { countOf, nounOf, sayCount } from "../../../ui/counts";
import { sayMoment } from "../../../ui/dates";
import type { MadeActions } from "./actions";
import { FaultTable } from "./fault-table";
import { MadeButtons } from "./made-buttons";

interface ImportMadeProps {
  shown: Import;
  zone: string;
  actions: Pick<MadeActions, "takeBack" | "bringBack">;
  /** Whether the plan still has work on many codes. */
  hasBulk: boolean;
}

/** What became of an import. */
export function ImportMade({ shown, zone, actions, hasBulk }: ImportMadeProps) {
  const { made, total, faults, codeIds, finishedAt } = shown;
  const leftOut = faults.filter(({ code }) => code === "left_out").length;
  const refused = faults.length - leftOut;
  return (
    <>
      <div className="import-stats border-b border-line">
        <Figure label="Made" value={made} tone={made > 0 ? "text-ok" : ""}>
          of {countOf(total, "row")}
        </Figure>
        <Figure label="Refused" value={refused} tone={refused > 0 ? "text-stop" : ""}>
          {refused === 0 ? "no row" : "see below"}
        </Figure>
        <Figure label="Left out" value={leftOut}>
          {leftOut === 0 ? "no row" : "before it began"}
        </Figure>
      </div>
      <section className="page-x border-b border-line py-6" aria-label="What was made">
        <h2 className="text-heading" aria-live="polite">
          {made === 0 ? "No code was made" : `${countOf(made, "code")} ${made === 1 ? "is" : "are"} made`}
        </h2>
        <p className="mt-1 text-body text-ink-2">
          {finishedAt !== null && `Done ${sayMoment(finishedAt, zone)}. `}
          {sayLeft(made, codeIds.length)}
        </p>
        <MadeButtons shown={shown} actions={actions} hasBulk={hasBulk} />
      </section>
      {faults.length > 0 && <FaultTable shown={shown} canMend={hasBulk} />}
    </>
  );
}

function sayLeft(made: number, left: number): string {
  if (made === left) return "";
  if (left === 0) return `${made === 1 ? "It was" : "All of them were"} deleted since.`;
  return `${sayCount(made - left)} ${made - left === 1 ? "was" : "were"} deleted since; ${sayCount(left)} ${nounOf(left, "code")} ${left === 1 ? "is" : "are"} there.`;
}

interface FigureProps {
  label: string;
  value: number;
  tone?: string;
  children: React.ReactNode;
}

function Figure({ label, value, tone = "", children }: FigureProps) {
  return (
    <div className="import-stat">
      <p className="text-small text-ink-3">{label}</p>
      <p className={`text-reading ${tone}`}>{sayCount(value)}</p>
      <p className="text-small text-ink-3">{children}</p>
    </div>
  );
}
