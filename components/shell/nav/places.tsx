import {
  Bot,
  ChartLine,
  CircleUserRound,
  FlaskConical,
  Gauge,
  Globe,
  KeyRound,
  Layers,
  LifeBuoy,
  List,
  type LucideProps,
  QrCode,
  ShieldUser,
  SquareTerminal,
  Timer,
  Webhook,
} from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import type { Usage } from "@/lib/accounts/schema";
import type { LimitUse } from "@/lib/api-uses/schema";
import { hasApiAccess, hasBulk, hasDashboard, type Plan } from "@/lib/plans";
import { LinkSign } from "../../ui/link-sign";

export interface Place {
  href: string;
  name: string;
  Icon: ComponentType<LucideProps>;
  also?: readonly string[];
}

export interface Standing {
  plan: Plan;
  isOperator: boolean;
}

const codes: Place = { href: "/codes", name: "Codes", Icon: QrCode };
const analytics: Place = { href: "/analytics", name: "Analytics", Icon: ChartLine };
const bulk: Place = { href: "/bulk", name: "Bulk", Icon: Layers };
const domains: Place = { href: "/domains", name: "Domains", Icon: Globe };
const keys: Place = { href: "/api-keys", name: "Keys", Icon: KeyRound };
const webhooks: Place = { href: "/webhooks", name: "Webhooks", Icon: Webhook };
const deliveries: Place = { href: "/deliveries", name: "Deliveries", Icon: List };
const usage: Place = { href: "/usage", name: "Usage", Icon: Timer };
const sandbox: Place = { href: "/sandbox", name: "Sandbox", Icon: FlaskConical };
const mcp: Place = { href: "/mcp", name: "MCP", Icon: Bot };
const plan: Place = { href: "/plan", name: "Plan", Icon: Gauge };
const accountPlace: Place = { href: "/settings", name: "Account", Icon: CircleUserRound };
const support: Place = { href: "/support", name: "Support", Icon: LifeBuoy };
const admin: Place = { href: "/admin", name: "Admin", Icon: ShieldUser };

export const consolePlaces: readonly Place[] = [keys, webhooks, deliveries, usage, sandbox, mcp];

const developer: Place = {
  href: keys.href,
  name: "Developer",
  Icon: SquareTerminal,
  also: consolePlaces.map(({ href }) => href),
};

/** The pages of an account in the order of the navigation; a plan without a dashboard has none for codes and charts. */
export function placesOf({ plan: held, isOperator }: Standing): readonly Place[] {
  const own = [plan, accountPlace, support, ...(isOperator ? [admin] : [])];
  if (!hasDashboard(held)) return [...consolePlaces, domains, ...own];
  const codePlaces = [codes, analytics, ...(hasBulk(held) ? [bulk] : []), domains];
  return [...codePlaces, hasApiAccess(held) ? developer : keys, ...own];
}

export function pagesOf(standing: Standing): readonly Place[] {
  return placesOf(standing).flatMap((place) => (place === developer ? consolePlaces : [place]));
}

export function footPlacesOf({ plan: held }: Standing): readonly Place[] {
  return hasDashboard(held) ? [codes, analytics] : [keys, webhooks];
}

export function isIn(path: string, { href, also = [] }: Pick<Place, "href" | "also">): boolean {
  return [href, ...also].some((below) => path === below || path.startsWith(`${below}/`));
}

export function PlaceIcon({ Icon, size }: { Icon: Place["Icon"]; size: number }) {
  return (
    <LinkSign className="group-aria-[current]:text-accent">
      <Icon size={size} strokeWidth={1.6} aria-hidden />
    </LinkSign>
  );
}

/** What needs its owner, drawn on the server so that no page loads it. */
export interface Alerts {
  /** A badge by the address of its place. */
  places: Partial<Record<string, ReactNode>>;
  /** At the foot of a phone, where such a place is behind "Account". */
  foot: ReactNode;
}

export interface Person {
  name: string;
  usage: Usage;
  /** Requests of this hour, where they are what the plan is used by; else null. */
  requests: LimitUse | null;
  alerts: Alerts;
  isOperator: boolean;
  signOut: () => Promise<void>;
}
