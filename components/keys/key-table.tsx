"use client";

import type { ApiKeyResource } from "@/lib/api-keys/schema";
import type { LimitUse } from "@/lib/api-uses/schema";
import { KeyRow, type RowOptions } from "./key-row";

interface KeyTableProps extends RowOptions {
  keys: readonly ApiKeyResource[];
  /** Requests of each key by hour, the present one last; a key without any has none. */
  sparks: Readonly<Record<string, readonly number[]>>;
  /** What each key has used of its limit this hour. */
  limits: Readonly<Record<string, LimitUse>>;
}

/** One row a key; on small screens two lines, with what is hidden told below the name. */
export function KeyTable({ keys, sparks, limits, ...row }: KeyTableProps) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">Keys, the newest first</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line whitespace-nowrap text-ink-3">
          <th scope="col" className="page-start h-9 pr-4 font-medium">
            Name
          </th>
          <th scope="col" className="pr-4 font-medium">
            It may
          </th>
          <th scope="col" className="pr-4 font-medium">
            Last used
          </th>
          <th scope="col" className="pr-4 font-medium">
            Last 24 hours
          </th>
          <th scope="col" className="pr-4 text-right font-medium">
            Limit an hour
          </th>
          <th scope="col" className="pr-4 font-medium">
            Expires
          </th>
          <th scope="col" className="page-end w-0">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} spark={sparks[key.id]} limit={limits[key.id]} {...row} />
        ))}
      </tbody>
    </table>
  );
}
