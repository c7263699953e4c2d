import Link from "next/link";
import { typeNames } from "@/components/codes/code-facts";
import { Downloads } from "@/components/codes/detail/downloads";
import { Facts, GradeBlock } from "@/components/codes/detail/grade-block";
import { ShortLink } from "@/components/codes/detail/header-actions";
import { Preflight } from "@/components/codes/detail/preflight";
import { shapeOf } from "@/components/codes/detail/print-check";
import { Hero } from "@/components/codes/detail/sections";
import type { ShownCode } from "@/components/codes/detail/shown-code";
import { sayDay, sayTime } from "@/components/ui/format";

/** Where the code lies: itself, how well it reads, and the files. */
export function BenchTop({ code, sheet, reading, hasLabels }: ShownCode) {
  const { id, updatedAt, shortUrl } = code;
  return (
    <div className="detail-hero detail-bench bench bg-canvas pt-7 pb-5 max-xl:border-b max-xl:border-line md:max-xl:grid md:max-xl:grid-cols-[308px_minmax(0,1fr)] md:max-xl:gap-8">
      <div>
        <Hero sheet={sheet} />
        <div className="mt-7 min-h-3">{shortUrl !== null && <ShortLink shortUrl={shortUrl} />}</div>
      </div>
      <div className="mt-6 grid content-start gap-8 md:max-xl:mt-4">
        <GradeBlock
          grade={reading.grade}
          edit={
            <Link href={`/codes/${id}/edit`} prefetch={false} className="link">
              Change how it looks
            </Link>
          }
        />
        {sheet !== null && (
          <Downloads code={{ id, updatedAt }} hasLabels={hasLabels} leastPixels={code.minSize} />
        )}
      </div>
    </div>
  );
}

/** What is asked of the code before it is printed, and what else is known of it. */
export function BenchMore({ code, sheet, reading, zone }: ShownCode) {
  const moment = (iso: string) => `${sayDay(iso, zone)}, ${sayTime(iso, zone)}`;
  return (
    <div className="detail-more detail-bench bench grid content-start gap-10 bg-canvas pt-5 pb-10 max-xl:border-b max-xl:border-line md:max-xl:grid-cols-2 md:max-xl:gap-8">
      {sheet !== null && <Preflight shape={shapeOf(sheet.matrix, sheet.style)} grade={reading.grade} />}
      <Facts
        facts={[
          { name: "Type", value: typeNames[code.type] },
          ...(sheet === null
            ? []
            : [{ name: "Symbol", value: `Version ${sheet.matrix.version}, level ${sheet.matrix.level}` }]),
          ...(code.isDynamic
            ? [{ name: "Scans in all", value: code.scanCount.toLocaleString("en-GB") }]
            : []),
          { name: "Made", value: moment(code.createdAt) },
          { name: "Changed", value: moment(code.updatedAt) },
          { name: "Id", value: <code className="font-mono text-mono select-all">{code.id}</code> },
        ]}
      />
    </div>
  );
}
