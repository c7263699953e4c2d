"use client";

import { Pencil, Power, RotateCw, Trash2 } from "lucide-react";
import { type ReactNode, startTransition } from "react";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import type { LimitUse } from "@/lib/api-uses/schema";
import { Spark } from "../charts/stat";
import { Badge } from "../ui/badge";
import { countOf, formatCount } from "../ui/counts";
import { formatAgo, formatMoment, formatShortDay } from "../ui/dates";
import { type MenuItem, MoreMenu, menuIcon } from "../ui/menu";
import { toast } from "../ui/toast";
import type { KeyActions } from "./key-form";

const soonMs = 14 * 24 * 60 * 60 * 1_000;

export interface RowOptions {
  nowMs: number;
  zone: string;
  menuOf: (key: ApiKeyResource, state: ReturnType<typeof stateOf>) => ReactNode;
}

interface KeyRowProps extends RowOptions {
  apiKey: ApiKeyResource;
  spark: readonly number[] | undefined;
  limit: LimitUse | undefined;
}

const cell = "max-lg:hidden py-2 pr-4";

const silence = Array.from({ length: 24 }, () => 0);

export function KeyRow({ apiKey, spark = silence, limit, nowMs, zone, menuOf }: KeyRowProps) {
  const state = stateOf(apiKey, nowMs);
  const used = apiKey.lastUsedAt === null ? "Never used" : formatAgo(apiKey.lastUsedAt, nowMs, zone);
  const lately = spark.reduce((sum, count) => sum + count, 0);
  return (
    <tr className="border-b border-line hover:bg-canvas">
      <th scope="row" className="page-start h-15 min-w-0 py-2 pr-4 font-normal">
        <NameLines apiKey={apiKey} nowMs={nowMs} zone={zone} />
        <span className="mt-1 block text-ink-2 lg:hidden">
          {apiKey.lastUsedAt === null ? used : `Used ${used.charAt(0).toLowerCase()}${used.slice(1)}`} ·{" "}
          {countOf(lately, "request")} in 24 hours · {formatCount(apiKey.rateLimit)} per hour ·{" "}
          {formatEnd(apiKey, state)}
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
      <td className={cell}>
        <span className="flex items-center gap-3">
          <Spark counts={spark} width={96} />
          <span className={lately === 0 ? "sr-only" : "text-ink-2"}>
            {formatCount(lately)}
            <span className="sr-only"> {lately === 1 ? "request" : "requests"}</span>
          </span>
        </span>
      </td>
      <td className={`${cell} text-right`}>
        <span className="font-medium">{formatCount(apiKey.rateLimit)}</span>
        {limit !== undefined && limit.used > 0 && (
          <span className={`block whitespace-nowrap ${isNear(limit) ? "text-warn" : "text-ink-3"}`}>
            {formatCount(limit.used)} used
          </span>
        )}
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-2`}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {apiKey.expiresAt === null ? "Never" : formatShortDay(apiKey.expiresAt)}
          <EndBadge apiKey={apiKey} nowMs={nowMs} />
        </span>
      </td>
      <td className="page-end py-2 text-right align-middle">{menuOf(apiKey, state)}</td>
    </tr>
  );
}

function NameLines({ apiKey, nowMs, zone }: Pick<KeyRowProps, "apiKey" | "nowMs" | "zone">) {
  const { previousKeyExpiresAt: graceEnd } = apiKey;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-body font-medium [overflow-wrap:anywhere]">{apiKey.name}</span>
        {stateOf(apiKey, nowMs) === "off" && <Badge>Off</Badge>}
        <span className="contents lg:hidden">
          <EndBadge apiKey={apiKey} nowMs={nowMs} />
        </span>
      </span>
      <code className="mt-0.5 block font-mono text-mono text-ink-3">{apiKey.preview}</code>
      {graceEnd !== undefined && (
        <span className="block text-warn">The old value works until {formatMoment(graceEnd, zone)}</span>
      )}
      {apiKey.description !== null && (
        <span className="mt-0.5 line-clamp-2 text-ink-3 [overflow-wrap:anywhere]">{apiKey.description}</span>
      )}
    </>
  );
}

function EndBadge({ apiKey, nowMs }: Pick<KeyRowProps, "apiKey" | "nowMs">) {
  if (stateOf(apiKey, nowMs) === "expired") return <Badge tone="stop">Expired</Badge>;
  const days = daysLeft(apiKey, nowMs);
  if (days === null) return null;
  return <Badge tone="warn">{days === 0 ? "Within a day" : `${countOf(days, "day")} left`}</Badge>;
}

function formatEnd({ expiresAt }: ApiKeyResource, state: ReturnType<typeof stateOf>): string {
  if (expiresAt === null) return "never expires";
  return `${state === "expired" ? "expired" : "expires"} ${formatShortDay(expiresAt)}`;
}

const isNear = ({ used, limit }: LimitUse): boolean => used >= limit * 0.9;

/** Whole days until a key ends, if that is within two weeks; 0: today. */
function daysLeft({ expiresAt }: Pick<ApiKeyResource, "expiresAt">, nowMs: number): number | null {
  if (expiresAt === null) return null;
  const ms = Date.parse(expiresAt) - nowMs;
  return ms > 0 && ms < soonMs ? Math.floor(ms / (24 * 60 * 60 * 1_000)) : null;
}

/** Why a key is refused, if it is; an expired one cannot be switched on. */
function stateOf(
  { isActive, expiresAt }: Pick<ApiKeyResource, "isActive" | "expiresAt">,
  nowMs: number,
): "on" | "off" | "expired" {
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return "expired";
  return isActive ? "on" : "off";
}

interface KeyMenuProps {
  apiKey: ApiKeyResource;
  state: "on" | "off" | "expired";
  /** Without API access a key can be switched and deleted, and gets no new value. */
  canRotate: boolean;
  setActive: KeyActions["setActive"];
  open: (dialog: "edit" | "rotate" | "delete", key: ApiKeyResource) => void;
}

export function KeyMenu({ apiKey, state, canRotate, setActive, open }: KeyMenuProps) {
  const toggle = () =>
    startTransition(async () => {
      const data = new FormData();
      data.set("id", apiKey.id);
      data.set("isActive", String(!apiKey.isActive));
      const answer = await setActive(null, data).catch(() => null);
      if (answer === null) toast.fault("Not changed: the connection dropped.");
      else if ("refusal" in answer) toast.fault(answer.refusal.sentence ?? "The key wasn't changed.");
      else toast.done(`“${apiKey.name}” is ${apiKey.isActive ? "off" : "on"}.`);
    });
  const items: MenuItem[] = [
    { name: "Edit", icon: <Pencil {...menuIcon} />, onChoose: () => open("edit", apiKey) },
    ...(canRotate && state !== "expired"
      ? [{ name: "Rotate", icon: <RotateCw {...menuIcon} />, onChoose: () => open("rotate", apiKey) }]
      : []),
    ...(state === "expired"
      ? []
      : [
          {
            name: apiKey.isActive ? "Switch off" : "Switch on",
            icon: <Power {...menuIcon} />,
            onChoose: toggle,
          },
        ]),
    {
      name: "Delete",
      icon: <Trash2 {...menuIcon} />,
      isDanger: true,
      onChoose: () => open("delete", apiKey),
    },
  ];
  return <MoreMenu label={`Actions for ${apiKey.name}`} items={items} />;
}
