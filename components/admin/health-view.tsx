import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { PageHeader } from "../shell/page-header";
import { countOf } from "../ui/counts";
import { formatSeconds, formatZone } from "../ui/dates";
import { AutoRefresh } from "./auto-refresh";
import type { HealthPart, HealthSign } from "./describe-engines";

interface HealthViewProps {
  parts: readonly HealthPart[];
  readAt: string;
  zone: string;
}

const signs = {
  well: { word: "OK", classes: "text-ok", Icon: CircleCheck },
  watch: { word: "Needs attention", classes: "text-warn", Icon: TriangleAlert },
  fault: { word: "Fault", classes: "text-stop", Icon: CircleAlert },
  unknown: { word: "Not known", classes: "text-ink-3", Icon: CircleHelp },
} as const;

export function HealthView({ parts, readAt, zone }: HealthViewProps) {
  return (
    <>
      <PageHeader
        title="Health"
        range={<AutoRefresh readAt={`${formatSeconds(readAt, zone)} ${formatZone(zone)}`} />}
      />
      <p role="status" className="page-x border-b border-line py-4 text-body font-medium">
        {summarize(parts)}
      </p>
      <ul className="grid max-w-[90rem] overflow-hidden md:grid-cols-2 2xl:grid-cols-3 min-[90rem]:border-r min-[90rem]:border-line">
        {parts.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </ul>
    </>
  );
}

/** "1 fault: Webhooks. 1 to look at: Mail." */
function summarize(parts: readonly HealthPart[]): string {
  const list = (sign: HealthSign) => parts.filter((part) => part.sign === sign).map(({ name }) => name);
  const [faults, watched] = [list("fault"), list("watch")];
  const said = [
    ...(faults.length > 0 ? [`${countOf(faults.length, "fault")}: ${faults.join(", ")}.`] : []),
    ...(watched.length > 0 ? [`${countOf(watched.length, "issue")}: ${watched.join(", ")}.`] : []),
  ];
  return said.length === 0 ? "Nothing is wrong." : said.join(" ");
}

function Part({ part: { id, name, sign, says, facts, advice } }: { part: HealthPart }) {
  const { word, classes, Icon } = signs[sign];
  return (
    <li
      id={id}
      data-sign={sign}
      className="-mr-px min-w-0 border-r border-b border-line px-4 py-6 md:px-6 xl:px-8 last:border-t last:md:col-span-full last:-mt-px 2xl:px-10"
    >
      <h2 className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-heading">
        {name}
        <span className={`flex items-center gap-1.5 text-small font-medium ${classes}`}>
          <Icon size={16} strokeWidth={1.6} aria-hidden />
          {word}
        </span>
      </h2>
      <p className="mt-1 max-w-[66ch] text-ink-2 [overflow-wrap:anywhere]">{says}</p>
      {advice !== undefined && (
        <p className={`mt-2 max-w-[66ch] border-s-2 ps-3 text-ink [overflow-wrap:anywhere] ${edges[sign]}`}>
          {advice}
        </p>
      )}
      {facts.length > 0 && (
        <dl
          className={`mt-4 text-small ${id === "tasks" ? "grid gap-x-12 md:grid-cols-2 2xl:grid-cols-3" : ""}`}
        >
          {facts.map(([fact, value]) => (
            <div key={fact} className="flex justify-between gap-4 border-t border-line py-1.5">
              <dt className="text-ink-3">{fact}</dt>
              <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const edges: Record<HealthSign, string> = {
  well: "border-ok",
  watch: "border-warn",
  fault: "border-stop",
  unknown: "border-line-strong",
};
