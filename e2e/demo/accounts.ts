import { type Caller, permissions } from "@/lib/accounts/schema";
import { createKey } from "@/lib/api-keys";
import { newApiKeySchema } from "@/lib/api-keys/schema";
import { type Plan, plans } from "@/lib/plans";
import { setOperator } from "@/lib/users";
import { createWebhook } from "@/lib/webhooks";
import type { EventKind } from "@/lib/webhooks/schema";
import { openCoffeeShop } from "./coffee-shop";
import { openTenant, password } from "./tenant";

const code = (name: string, type: string, content: string | object, settings?: object) => ({
  name,
  type,
  content: typeof content === "string" ? content : JSON.stringify(content),
  isDynamic: type === "url",
  ...(settings && { settings }),
});
const still = (item: object) => ({ ...item, isDynamic: false });

const looks = {
  plum: {
    color: { dark: "#4A154B", light: "#FFF7E6" },
    modules: { shape: "dots" },
    eyes: { shape: "circle" },
  },
  sea: { color: { dark: "#0F4C5C", light: "#FFFFFF" }, eyes: { shape: "rounded", color: "#9A031E" } },
  brick: { color: { dark: "#7A2E0E", light: "#FFFFFF" }, modules: { shape: "rounded" } },
  framed: { frame: { style: "rounded", color: "#17472F", size: 16 }, modules: { shape: "rounded" } },
  round: { frame: { style: "circle", color: "#1B1F4B", size: 16 }, quietZone: 6 },
  dashed: {
    frame: { style: "dashed", color: "#6B1E12", size: 12 },
    color: { dark: "#6B1E12", light: "#FFFFFF" },
  },
};

/** What the coffee shop has besides: looks of the largest plan. */
const more = [
  code("Roastery tour, booking", "url", "https://haldenroasters.example/tour", looks.framed),
  code("Brewing guide, V60", "url", "https://haldenroasters.example/guides/v60", looks.round),
  code("Wholesale price list", "url", "https://haldenroasters.example/wholesale", looks.dashed),
  code("Text us a question", "sms", { phone: "+47 400 00 123", message: "Hello Halden, " }, looks.framed),
  code(
    "Roastery, contact",
    "contact",
    { organization: "Halden Roasters", phone: "+47 400 00 124" },
    looks.plum,
  ),
  code("Gift card, terms", "text", "Valid for three years in every Halden shop."),
];

const stall = "https://marktstand.example";
const stallCodes = [
  code("Opening hours", "text", "Saturday 8:00 to 14:00"),
  code("Call Jonas", "contact", { firstName: "Jonas", lastName: "Weiss", phone: "+49 30 5550101" }),
  code("Write us", "email", { to: "jonas@marktstand.example", subject: "Order" }, looks.brick),
  still(code("Recipe of the week", "url", `${stall}/recipe`, looks.sea)),
  code("Stall Wi-Fi", "wifi", { ssid: "Marktstand", password: "green market", security: "WPA" }),
  code("Stall sign", "url", `${stall}/today`),
];

const museum = "https://hafenmuseum.example";
const museumCodes = [
  code("Tickets, poster", "url", `${museum}/tickets`, looks.sea),
  code("Audio guide, hall 1", "url", `${museum}/audio/1`, looks.plum),
  code("Audio guide, hall 2", "url", `${museum}/audio/2`, looks.plum),
  code("Feedback, exit", "url", `${museum}/feedback`),
  code("Guest Wi-Fi", "wifi", { ssid: "Hafenmuseum", password: "long harbour", security: "WPA" }),
  code("Press office", "vcard", {
    firstName: "Amelie",
    lastName: "Hansen",
    organization: "Hafenmuseum",
    emails: ["press@hafenmuseum.example"],
  }),
  code("Newsletter by text", "sms", { phone: "+49 40 5550102", message: "NEWS" }, looks.brick),
  code("Family trail, entrance", "url", `${museum}/families`, looks.brick),
];

const parcels = "https://parcelworks.example";
const parcelCodes = [
  ...["Returns", "Tracking", "Claims"].map((name) =>
    code(`${name}, label`, "url", `${parcels}/${name.toLowerCase()}`),
  ),
  code("Locker help", "sms", "+1 212 555 0103"),
  code("Depot contact", "email", { to: "depot@parcelworks.example" }),
  code("Driver onboarding", "url", `${parcels}/drivers`, looks.sea),
  code("Parcel insert", "url", `${parcels}/insert`, looks.brick),
  code("Depot Wi-Fi", "wifi", { ssid: "Depot 4", password: "parcels on time", security: "WPA" }),
];

/** Whom a plan's page belongs to. */
const owners: Record<Plan, { email: string; name: string }> = {
  free: { email: "jonas@marktstand.example", name: "Jonas Weiss" },
  starter: { email: "amelie@hafenmuseum.example", name: "Amelie Hansen" },
  developer: { email: "noor@parcelworks.example", name: "Noor Haddad" },
  pro: { email: "ingrid.pro@haldenroasters.example", name: "Ingrid Halden" },
};

/** How many codes the accounts have together. */
export const codeCount = 40;

async function addWebhooks(caller: Caller, origin: string, names: readonly string[]): Promise<void> {
  const events: EventKind[] = ["scan.created", "qr.created", "qr.updated"];
  for (const name of names) {
    const path = name.toLowerCase().replaceAll(" ", "-");
    await createWebhook(caller, { name, url: `${origin}/${path}`, events });
  }
}

/** Creates the four accounts on the database that is open; returns the developer's API key. */
export async function openAccounts(receiver: string): Promise<string> {
  let apiKey = "";
  await openTenant({ ...owners.free, plan: "free", items: stallCodes, scans: 400 });
  await openTenant({ ...owners.starter, plan: "starter", items: museumCodes, scans: 9_000 });
  await openTenant({
    ...owners.developer,
    plan: "developer",
    items: parcelCodes,
    scans: 20_000,
    async beforeCodes(caller) {
      await addWebhooks(caller, receiver, ["Parcel system"]);
      ({ apiKey } = await createKey(
        caller,
        newApiKeySchema.parse({ name: "Parcel system", permissions: [...permissions] }),
      ));
    },
  });
  const { caller } = await openCoffeeShop("pro", {
    more,
    beforeCodes: (owner) => addWebhooks(owner, receiver, ["Till", "Unreliable stock list"]),
  });
  await setOperator(caller.userId ?? "", true);
  return apiKey;
}

/** Lines that say how to sign in. */
export function listSignIns(): string[] {
  const width = Math.max(...Object.values(owners).map(({ email }) => email.length));
  return plans.map((plan) => {
    const role = plan === "pro" ? "pro, and the operator's pages at /admin" : plan;
    return `  ${owners[plan].email.padEnd(width)}  ${password}  (${role})`;
  });
}
