import Link from "next/link";
import { Spark } from "../../charts/spark";
import { LinkWait } from "../../ui/link-sign";
import { CodeMenu } from "../actions/code-menu";
import { SelectBox } from "../bulk-actions/select-controls";
import { KindBadge, StateBadge } from "../code-facts";
import { CodeThumb } from "../code-thumb";
import { TypeIcon } from "../type-icon";
import { columnClasses, TableHead } from "./list-layout";
import { type ListState, orders } from "./list-state";
import type { ShownCode } from "./shown-code";

/** One row a code; on phones two lines, the name and the number above. The heads that sort are links. */
export function CodeTable({ codes, state }: { codes: readonly ShownCode[]; state: ListState }) {
  return (
    <table className="w-full border-t border-line text-left text-small">
      <caption className="sr-only">Codes, in the order “{orders[state.order]}”</caption>
      <TableHead state={state} />
      <tbody>
        {codes.map((shown, index) => (
          <CodeRow key={shown.code.id} shown={shown} isLazy={index >= 12} />
        ))}
      </tbody>
    </table>
  );
}

/** The whole row opens its code. A row is only a place for what lies over it where it is transformed, in older browsers. */
function CodeRow({ shown, isLazy }: { shown: ShownCode; isLazy: boolean }) {
  const { code, type, state, target, scans, spark, changed } = shown;
  const opens = (
    <span className="flex items-center gap-1.5 text-ink-2">
      <TypeIcon type={type} size={14} />
      <span className="truncate">{target}</span>
    </span>
  );
  return (
    <tr
      data-code={code.id}
      className="relative h-15 [transform:translate(0)] border-b border-line hover:bg-canvas has-data-popup-open:bg-accent-tint has-[[data-select-box]:checked]:bg-accent-tint"
    >
      <td className={columnClasses.select}>
        <SelectBox id={code.id} name={code.name} />
      </td>
      <td className={`py-2 ${columnClasses.picture}`}>
        <CodeThumb code={code} size={44} isSilent isOff={state === "off"} isLazy={isLazy} />
      </td>
      <th scope="row" className={`py-2 font-normal ${columnClasses.name}`}>
        <span className="flex items-center gap-2">
          <Link
            href={`/codes/${code.id}`}
            prefetch={false}
            draggable={false}
            className="flex min-w-0 items-center gap-2 text-body font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <span className="truncate">{code.name}</span>
            <LinkWait />
          </Link>
          <StateBadge state={state} />
        </span>
        <span className="mt-0.5 block lg:hidden">{opens}</span>
      </th>
      <td className={columnClasses.target}>{opens}</td>
      <td className={columnClasses.kind}>
        <KindBadge isDynamic={code.isDynamic} />
      </td>
      <td className={`max-md:pt-2.5 max-md:align-top ${columnClasses.scans}`}>
        {scans === null ? (
          <span className="text-body text-ink-3">
            <span aria-hidden>–</span>
            <span className="sr-only">Not counted</span>
          </span>
        ) : (
          <span className="text-body font-medium">{scans.toLocaleString("en-GB")}</span>
        )}
      </td>
      <td className={columnClasses.spark}>{spark !== null && <Spark counts={spark} />}</td>
      <td className={`text-ink-3 ${columnClasses.changed}`}>{changed}</td>
      <td className={columnClasses.actions}>
        <span className="relative z-1 inline-block">
          <CodeMenu code={code} />
        </span>
      </td>
    </tr>
  );
}
