import type { Route } from "@/lib/routes";
import { describeTargets, describeWhen, formatShare } from "./sentence";

/** A rule as people read it: when it applies, and where it leads. */
export function RouteSentence({ route }: { route: Route }) {
  return (
    <>
      <p className="text-body font-medium [overflow-wrap:anywhere]">{describeWhen(route.when)}</p>
      <ul>
        {describeTargets(route).map(({ name, address, share }) => (
          <li key={name} className="text-small text-ink-2 [overflow-wrap:anywhere]">
            <span aria-hidden>→ </span>
            {share !== null && `${formatShare(share)} ${name}: `}
            {address || <span className="text-ink-3">no address yet</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
