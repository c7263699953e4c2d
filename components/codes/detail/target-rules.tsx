import { formatFinalUrl } from "@/lib/routes";
import { type Routing, readUtm } from "../../routes/draft";
import { formatShare, RouteSentence } from "../../routes/sentence";
import { formatRouteShare, type RouteFigures } from "../../routes/shares";

interface TargetRulesProps {
  routing: Routing;
  /** The code's own address. */
  target: string;
  figures: RouteFigures | undefined;
}

/** Rules as sentences with their share of scans, then what is added to every address. */
export function TargetRules({ routing, target, figures }: TargetRulesProps) {
  const { routes, passQuery, appendScanId } = routing;
  const utm = readUtm(routing.utm);
  const rows = [
    ...(Object.keys(utm).length > 0 ? [{ name: "Campaign", value: formatFinalUrl(target, { utm }) }] : []),
    ...(passQuery ? [{ name: "Query", value: "The short link's query is passed on" }] : []),
    ...(appendScanId ? [{ name: "Goals", value: "Measured: qz_scan is added to the address" }] : []),
  ];
  return (
    <>
      {routes.length > 0 && (
        <ol aria-label="Rules" className="border-b border-line">
          {routes.map((route, place) => (
            <li key={route.id} className="border-t border-line py-2.5">
              <p className="text-small text-ink-3">
                Rule {place + 1}
                {route.name && `: ${route.name}`}
              </p>
              <RouteSentence route={route} />
              {figures && <p className="mt-1 text-small text-ink-3">{formatRouteShare(figures, route.id)}</p>}
            </li>
          ))}
          <li className="border-t border-line py-2.5">
            <p className="text-small text-ink-2">Otherwise the target above</p>
            {figures && figures.total > 0 && (
              <p className="text-small text-ink-3">
                {formatShare((figures.routes.default ?? 0) / figures.total)} of scans
              </p>
            )}
          </li>
        </ol>
      )}
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name} className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
            <dt className="w-24 shrink-0 text-small text-ink-3">{name}</dt>
            <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
