import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { RouteFigures } from "@/lib/analytics/schema";
import { writeScriptTag } from "@/lib/goals/schema";
import { defaultRoute, type Route } from "@/lib/routes";
import { formatShare } from "../../charts/stat";
import { CodeBlock } from "../../docs/code-block";
import { formatCountry } from "../../ui/country";
import { countOf, formatCount } from "../../ui/counts";
import type { FormAction } from "../../ui/form/answer";
import { TextLink } from "../../ui/links";
import { DeleteGoal } from "./delete-goal";
import { Section } from "./sections";

interface GoalsProps {
  codeId: string;
  deleteGoal: FormAction<null>;
  figures: RouteFigures;
  /** The code's rules of now; scans of others keep their ids. */
  routes: readonly Route[];
  /** Where `/goals.js` is. */
  baseUrl: string;
}

/** What became of a code's scans: all of them, then those that reached each goal. */
export function Goals({ codeId, deleteGoal, figures, routes, baseUrl }: GoalsProps) {
  const aside = <span className="text-small text-ink-3">Scans of the last 30 days</span>;
  if (figures.goals.length === 0) {
    return (
      <Section id="goals" title="Goals">
        <FirstGoal baseUrl={baseUrl} />
      </Section>
    );
  }
  return (
    <Section id="goals" title="Goals" aside={aside}>
      <Step name="Scans" count={figures.total} share={1} note="" />
      {figures.goals.map((goal, place) => (
        <details key={goal.name} open={place === 0} className="group/goal mt-0.5 touch:mt-1">
          <summary className="cursor-pointer list-none rounded-medium [&::-webkit-details-marker]:hidden">
            <Step
              name={goal.name}
              count={goal.count}
              share={goal.rate}
              note={formatValues(goal.values)}
              mark={
                <ChevronRight
                  size={16}
                  strokeWidth={1.6}
                  className="relative shrink-0 text-ink-3 group-open/goal:rotate-90"
                  aria-hidden
                />
              }
            />
          </summary>
          <div className="grid gap-x-8 gap-y-4 pt-3 pb-5 md:grid-cols-2">
            <Rates
              title="By rule"
              rows={listRows(figures.routes, goal.routes, (id) => nameRoute(routes, id))}
            />
            <Rates
              title="By address of a split"
              rows={listRows(figures.variants, goal.variants, (label) => nameVariant(routes, label))}
            />
            <Rates
              title="By country"
              rows={listRows(figures.countries, goal.countries, formatPlace).slice(0, mostCountries)}
            />
            <div className="md:col-span-2">
              <DeleteGoal codeId={codeId} name={goal.name} send={deleteGoal} />
            </div>
          </div>
        </details>
      ))}
    </Section>
  );
}

/** Countries that are listed at most. */
const mostCountries = 6;

interface StepProps {
  name: string;
  count: number;
  /** Of all scans. */
  share: number;
  note: string;
  /** What says that it opens. */
  mark?: ReactNode;
}

function Step({ name, count, share, note, mark }: StepProps) {
  return (
    <div className="relative flex min-h-11 items-center gap-3 py-1 pr-2 text-small">
      <span className="bar" style={{ inlineSize: `${(100 * Math.min(1, share)).toFixed(2)}%` }} aria-hidden />
      <span className="relative min-w-0 flex-1 pl-2.5 [overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span>
        {note !== "" && <span className="block text-ink-2">{note}</span>}
      </span>
      <span className="relative font-medium">{formatCount(count)}</span>
      <span className="relative w-14 text-right text-ink-3">{formatShare(share)}</span>
      {mark ?? <span className="w-4 shrink-0" />}
    </div>
  );
}

interface RateRow {
  key: string;
  label: string;
  reached: number;
  scans: number;
}

/** Labels that were scanned, each with how many of its scans reached the goal; the most frequent first. */
function listRows(
  scans: Readonly<Record<string, number>>,
  reached: Readonly<Record<string, number>>,
  nameLabel: (label: string) => string,
): RateRow[] {
  return Object.entries(scans).map(([key, count]) => ({
    key,
    label: nameLabel(key),
    reached: Object.hasOwn(reached, key) ? (reached[key] ?? 0) : 0,
    scans: count,
  }));
}

/** Nothing where there is nothing to compare. */
function Rates({ title, rows }: { title: string; rows: readonly RateRow[] }) {
  if (rows.length < 2) return null;
  const best = Math.max(...rows.map(({ reached, scans }) => reached / scans));
  return (
    <div>
      <h3 className="flex min-h-7 items-center text-small text-ink-3">{title}</h3>
      <ul className="flex flex-col gap-0.5">
        {rows.map(({ key, label, reached, scans }) => (
          <li key={key} className="relative flex min-h-[30px] items-center gap-3 text-small">
            <span
              className="bar"
              style={{
                inlineSize: `calc((100% - 56px) * ${(best === 0 ? 0 : reached / scans / best).toFixed(4)})`,
              }}
              aria-hidden
            />
            <span className="relative min-w-0 flex-1 py-0.5 pl-2.5 [overflow-wrap:anywhere]">{label}</span>
            <span className="relative text-ink-2">
              {formatCount(reached)}
              <span className="text-ink-3"> of {countOf(scans, "scan")}</span>
            </span>
            <span className="relative w-14 pr-2 text-right font-medium">{formatShare(reached / scans)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameRoute(routes: readonly Route[], id: string): string {
  if (id === defaultRoute) return "The code's target";
  const place = routes.findIndex((one) => one.id === id);
  return place === -1 ? `${id} (deleted)` : (routes[place]?.name ?? `Rule ${place + 1}`);
}

function nameVariant(routes: readonly Route[], label: string): string {
  const slash = label.indexOf("/");
  return `${nameRoute(routes, label.slice(0, slash))}: ${label.slice(slash + 1)}`;
}

const formatPlace = (country: string) => (country === "Unknown" ? "Unknown place" : formatCountry(country));

/** `€1,249.50, US$30.00`, by the digits of the exact sums. */
function formatValues(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([currency, sum]) =>
      new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(sum as `${number}`),
    )
    .join(", ");
}

function FirstGoal({ baseUrl }: { baseUrl: string }) {
  return (
    <div className="max-w-[66ch]">
      <p className="text-ink-2">
        No goals in the last 30 days. Add the script to the pages that this code opens, then name what
        visitors do: orders, sign-ups, calls.
      </p>
      <CodeBlock label="On every page" language="text" text={writeScriptTag(baseUrl)} canCopy />
      <CodeBlock label="When it happens" language="js" text={'qzGoal("order", 49.9, "EUR")'} canCopy />
      <p className="text-small text-ink-3">
        <TextLink href="/docs/goals">Goals from a server, and buttons without a script</TextLink>
      </p>
    </div>
  );
}
