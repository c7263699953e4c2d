"use client";

import type { ReactNode } from "react";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { Badge } from "../ui/badge";
import { sayAgo, sayMoment, sayShortDay } from "../ui/dates";
import { stateOf } from "./key-state";

interface KeyTableProps {
  keys: readonly ApiKeyResource[];
  /** When the page was made; states and spans are told as of then. */
  nowMs: number;
  menuOf: (key: ApiKeyResource, state: ReturnType<typeof stateOf>) => ReactNode;
}

const cell = "max-lg:hidden py-2 pr-4";

/** One row a key; on small screens two lines, with what is hidden told below the name. */
export function KeyTable({ keys, nowMs, menuOf }: KeyTableProps) {
  return (
    <table className="w-full text-left text-small">
      <caption className="sr-only">Keys, the newest first; times are UTC</caption>
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
          <KeyRow key={key.id} apiKey={key} nowMs={nowMs} menuOf={menuOf} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey, nowMs, menuOf }: { apiKey: ApiKeyResource } & Omit<KeyTableProps, "keys">) {
  const state = stateOf(apiKey, nowMs);
  const limit = apiKey.rateLimit.toLocaleString("en-GB");
  const used = apiKey.lastUsedAt === null ? "Never used" : sayAgo(apiKey.lastUsedAt, nowMs);
  const ends = apiKey.expiresAt === null ? "Never" : sayShortDay(apiKey.expiresAt);
  const { previousKeyExpiresAt: graceEnd } = apiKey;
  return (
    <tr className="border-b border-line hover:bg-canvas">
      <th scope="row" className="page-start h-15 min-w-0 py-2 pr-4 font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-body font-medium [overflow-wrap:anywhere]">{apiKey.name}</span>
          {state === "off" && <Badge>Off</Badge>}
          {state === "expired" && <Badge tone="stop">Expired</Badge>}
        </span>
        <code className="mt-0.5 block font-mono text-mono text-ink-3">{apiKey.preview}</code>
        {graceEnd !== undefined && (
          <span className="block text-warn">The value before works until {sayMoment(graceEnd)}</span>
        )}
        {apiKey.description !== null && (
          <span className="mt-0.5 line-clamp-2 text-ink-3 [overflow-wrap:anywhere]">
            {apiKey.description}
          </span>
        )}
        <span className="mt-1 block text-ink-2 lg:hidden">
          {apiKey.lastUsedAt === null ? used : `Used ${used.charAt(0).toLowerCase()}${used.slice(1)}`} ·{" "}
          {limit} an hour ·{" "}
          {apiKey.expiresAt === null
            ? "never expires"
            : `${state === "expired" ? "expired" : "expires"} ${ends}`}
          <span className="block font-mono text-mono text-ink-3">{apiKey.permissions.join(", ")}</span>
        </span>
      </th>
      <td className={`${cell} font-mono text-mono text-ink-2`}>
        <ul className="flex flex-wrap gap-x-2">
          {apiKey.permissions.map((permission) => (
            <li key={permission}>{permission}</li>
          ))}
        </ul>
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>{used}</td>
      <td className={`${cell} text-right font-medium`}>{limit}</td>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>{ends}</td>
      <td className="page-end py-2 text-right align-middle">{menuOf(apiKey, state)}</td>
    </tr>
  );
}
