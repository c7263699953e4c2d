import { Download } from "lucide-react";
import type { Import } from "@/lib/imports/schema";
import { buttonClasses } from "../ui/button";
import { countOf, formatCount, nounOf } from "../ui/counts";
import { formatMoment } from "../ui/dates";
import { asSentence } from "../ui/form/answer";
import { ButtonLink } from "../ui/links";
import { Th } from "../ui/table";
import { type MadeActions, MadeButtons } from "./result-actions";

/** Rows that a page shows; the file has them all. */
const mostShown = 50;

interface ImportMadeProps {
  shown: Import;
  zone: string;
  actions: Pick<MadeActions, "undo" | "restore">;
  /** Whether the plan still has work on many codes. */
  hasBulk: boolean;
}

export function ImportMade({ shown, zone, actions, hasBulk }: ImportMadeProps) {
  const { made, total, faults, codeIds, finishedAt } = shown;
  const leftOut = faults.filter(({ code }) => code === "left_out").length;
  const refused = faults.length - leftOut;
  return (
    <>
      <div className="import-stats border-b border-line">
        <Figure label="Created" value={made} tone={made > 0 ? "text-ok" : ""}>
          of {countOf(total, "row")}
        </Figure>
        <Figure label="Refused" value={refused} tone={refused > 0 ? "text-stop" : ""}>
          {refused === 0 ? "no row" : "see below"}
        </Figure>
        <Figure label="Left out" value={leftOut}>
          {leftOut === 0 ? "no row" : "before it started"}
        </Figure>
      </div>
      <section className="page-x border-b border-line py-6" aria-label="What was created">
        <h2 className="text-heading" aria-live="polite">
          {made === 0
            ? "No code was created"
            : `${countOf(made, "code")} ${made === 1 ? "is" : "are"} created`}
        </h2>
        <p className="mt-1 text-body text-ink-2">
          {finishedAt !== null && `Done ${formatMoment(finishedAt, zone)}. `}
          {formatLeft(made, codeIds.length)}
        </p>
        <MadeButtons shown={shown} actions={actions} hasBulk={hasBulk} />
      </section>
      {faults.length > 0 && <FaultTable shown={shown} canMend={hasBulk} />}
    </>
  );
}

function formatLeft(made: number, left: number): string {
  if (made === left) return "";
  if (left === 0) return `${made === 1 ? "It was" : "All of them were"} deleted since then.`;
  return `${formatCount(made - left)} ${made - left === 1 ? "was" : "were"} deleted since; ${formatCount(left)} ${nounOf(left, "code")} ${left === 1 ? "is" : "are"} there.`;
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
      <p className={`text-reading ${tone}`}>{formatCount(value)}</p>
      <p className="text-small text-ink-3">{children}</p>
    </div>
  );
}

function FaultTable({ shown: { id, faults }, canMend }: { shown: Import; canMend: boolean }) {
  return (
    <section aria-labelledby="faults" className="pb-10">
      <div className="page-x flex flex-wrap items-center gap-x-4 gap-y-3 pt-6 pb-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="faults" className="text-heading">
            {countOf(faults.length, "row")} without a code
          </h2>
          <p className="text-small text-ink-3">Kept for 30 days.</p>
        </div>
        {canMend && (
          <ButtonLink href={`/bulk?fix=${id}`}>Fix {faults.length === 1 ? "it" : "them"}</ButtonLink>
        )}
        <a href={`/bulk/${id}/faulty`} download className={buttonClasses({ kind: "secondary" })}>
          <Download size={16} strokeWidth={1.6} aria-hidden />
          Faulty rows
        </a>
      </div>
      <table className="w-full border-t border-line text-left text-small">
        <caption className="sr-only">Rows without a code</caption>
        <thead>
          <tr className="h-9 border-b border-line text-ink-3">
            <Th className="page-start w-px pr-4 font-medium">Row</Th>
            <Th className="w-1/3 pr-4 font-medium">Name</Th>
            <Th className="page-end font-medium">Fault</Th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, mostShown).map(({ row, name, error }) => (
            <tr key={row} className="border-b border-line align-top">
              <td className="page-start py-2.5 pr-4 text-ink-3">{row}</td>
              <td className="py-2.5 pr-4 font-medium [overflow-wrap:anywhere]">{name || "No name"}</td>
              <td className="page-end py-2.5 text-ink-2 [overflow-wrap:anywhere]">{asSentence(error)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults.length > mostShown && (
        <p className="page-x pt-3 text-small text-ink-3">
          The first {mostShown} of {faults.length}; all are in the file.
        </p>
      )}
    </section>
  );
}
