import Link from "next/link";
import { Spark } from "../../charts/spark";
import { nounOf, sayCount } from "../../ui/counts";
import { LinkWait } from "../../ui/link-sign";
import { CardActions } from "../actions/code-menu";
import { SelectBox } from "../bulk-actions/select-controls";
import { StateBadge } from "../code-facts";
import { CodeThumb } from "../code-thumb";
import { TypeIcon } from "../type-icon";
import { CardFoot, CardText, GalleryGrid } from "./list-layout";
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
