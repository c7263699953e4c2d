import Link from "next/link";
import type { ReactNode } from "react";
import { Spark } from "../../charts/spark";
import { nounOf, sayCount } from "../../ui/counts";
import { LinkWait } from "../../ui/link-sign";
import { SkeletonSheet, SkeletonText, Waiting } from "../../ui/skeleton";
import { CardActions } from "../actions/code-menu";
import { SelectBox } from "../bulk-actions/select-controls";
import { StateBadge } from "../code-facts";
import { CodeThumb } from "../code-thumb";
import { TypeIcon } from "../type-icon";
import type { ShownCode } from "./shown-code";

/** Cards that are in sight at once on most screens; those further down are fetched when they come near. */
const eagerCards = 12;

export function Gallery({ codes }: { codes: readonly ShownCode[] }) {
  return (
    <GalleryGrid>
      {codes.map((shown, index) => (
        <CodeCard key={shown.code.id} shown={shown} isLazy={index >= eagerCards} />
      ))}
    </GalleryGrid>
  );
}

/** A sheet on the bench with what it is below. The whole card opens the code; nothing ever enters the sheet. */
function CodeCard({ shown, isLazy }: { shown: ShownCode; isLazy: boolean }) {
  const { code, type, state, target, scans, spark } = shown;
  return (
    <li data-code={code.id} className="code-card group relative min-w-0">
      <div className="code-card-sheet">
        <CodeThumb code={code} isOff={state === "off"} isLazy={isLazy} />
      </div>
      <CardText
        name={
          <>
            <SelectBox id={code.id} name={code.name} />
            <Link
              href={`/codes/${code.id}`}
              prefetch={false}
              draggable={false}
              className="flex min-w-0 flex-1 items-center gap-2 font-medium outline-none after:absolute after:inset-0"
            >
              <span className="truncate">{code.name}</span>
              <LinkWait />
            </Link>
            <StateBadge state={state} />
          </>
        }
        target={
          <>
            <TypeIcon type={type} size={14} />
            <span className="truncate">{target}</span>
          </>
        }
      />
      <CardFoot
        reading={<ScanReading scans={scans} />}
        spark={spark !== null && <Spark counts={spark} />}
        actions={<CardActions code={code} />}
      />
    </li>
  );
}

/** How often it was scanned, in words that a static code has too. */
function ScanReading({ scans }: { scans: number | null }) {
  if (scans === null) return "Static, not counted";
  if (scans === 0) return "No scans yet";
  return (
    <>
      <b className="font-medium text-ink">{sayCount(scans)}</b> {nounOf(scans, "scan")}
    </>
  );
}

/** Two columns on phones, three, four; from 1,600 px on as many as fit. */
function GalleryGrid({ children }: { children: ReactNode }) {
  return <ul className="code-gallery page-x pt-2 pb-8">{children}</ul>;
}

/** Name and target below a sheet: one line each, as high before they arrive as afterwards. */
function CardText({ name, target }: { name: ReactNode; target: ReactNode }) {
  return (
    <>
      <div className="mt-3 flex min-h-5 items-center gap-2 text-body">{name}</div>
      <div className="mt-0.5 flex items-center gap-1.5 text-small text-ink-3">{target}</div>
    </>
  );
}

interface CardFootProps {
  reading: ReactNode;
  spark?: ReactNode;
  actions?: ReactNode;
}

/** Scans and spark; under the pointer or the focus the spark gives way. Where nothing hovers the actions have a row of their own. */
function CardFoot({ reading, spark, actions }: CardFootProps) {
  return (
    <>
      <div className="mt-1 flex h-8 items-center justify-between gap-2 text-small text-ink-3">
        <p className="min-w-0 truncate">{reading}</p>
        <div className="code-card-spark">{spark}</div>
      </div>
      <div className="code-card-actions">{actions}</div>
    </>
  );
}

/** Sheets to come, in their places. */
export function GallerySkeleton({ count }: { count: number }) {
  return (
    <Waiting what="The codes are on their way.">
      <GalleryGrid>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are their places.
          <li key={place} className="code-card min-w-0" aria-hidden>
            <SkeletonSheet />
            <CardText name={<SkeletonText className="w-3/5" />} target={<SkeletonText className="w-4/5" />} />
            <CardFoot reading={<SkeletonText className="w-16" />} />
          </li>
        ))}
      </GalleryGrid>
    </Waiting>
  );
}
