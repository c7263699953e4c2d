import {
  ChartLine,
  CircleUserRound,
  Gauge,
  KeyRound,
  LifeBuoy,
  type LucideProps,
  QrCode,
} from "lucide-react";
import type { ComponentType } from "react";

export interface Place {
  href: string;
  name: string;
  Icon: ComponentType<LucideProps>;
}

const codes: Place = { href: "/codes", name: "Codes", Icon: QrCode };
const analytics: Place = { href: "/analytics", name: "Analytics", Icon: ChartLine };
const keys: Place = { href: "/api-keys", name: "Keys", Icon: KeyRound };
const plan: Place = { href: "/plan", name: "Plan", Icon: Gauge };
const accountPlace: Place = { href: "/settings", name: "Account", Icon: CircleUserRound };
const support: Place = { href: "/support", name: "Support", Icon: LifeBuoy };

/** The pages of an account in the order of the navigation; a plan without a dashboard has none for codes and charts. */
export function placesOf(hasDashboard: boolean): readonly Place[] {
  const own = [keys, plan, accountPlace, support];
  return hasDashboard ? [codes, analytics, ...own] : own;
}

/** Those of the foot of a phone, beside its buttons; whatever else there is waits behind "Account". */
export function footPlacesOf(hasDashboard: boolean): readonly Place[] {
  return hasDashboard ? [codes, analytics] : [keys, plan];
}

export function isIn(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}
