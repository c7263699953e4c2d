import { SkeletonSheet, SkeletonText, Waiting } from "../../ui/skeleton";
import type { ListState } from "../list/list-state";
import { columnClasses } from "./columns";
import { TableHead } from "./table-head";

/** Rows to come, in their places below the heads. */
export function TableSkeleton({ count, state }: { count: number; state: ListState }) {
  return (
    <Waiting what="The codes are on their way.">
      <table className="w-full border-t border-line text-left text-small">
        <TableHead state={state} />
        <tbody aria-hidden>
          {Array.from({ length: count }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are their places.
            <tr key={place} className="h-15 border-b border-line">
              <td className={columnClasses.select}>
                <span className="block size-[18px]" />
              </td>
              <td className={`py-2 ${columnClasses.picture}`}>
                <SkeletonSheet className="size-11" />
              </td>
              <td className={`py-2 ${columnClasses.name}`}>
                <SkeletonText className="w-3/5 text-body" />
                <SkeletonText className="mt-0.5 w-4/5 lg:hidden" />
              </td>
              <td className={columnClasses.target}>
                <SkeletonText className="w-4/5" />
              </td>
              <td className={columnClasses.kind}>
                <SkeletonText className="w-15" />
              </td>
              <td className={columnClasses.scans}>
                <SkeletonText className="w-10" />
              </td>
              <td className={columnClasses.spark}>
                <SkeletonText className="w-14" />
              </td>
              <td className={columnClasses.changed}>
                <SkeletonText className="w-20" />
              </td>
              <td className={columnClasses.actions}>
                <span className="block size-9 touch:size-11" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Waiting>
  );
}
