import type { Caller } from "@/lib/accounts/schema";
import { updateCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import type { DrawnCode } from "@/lib/codes/schema";
import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { generateScans } from "@/lib/scans/generate";
import { createUser } from "@/lib/users";

/** A coffee house that lives: what pictures of the service show. */
export interface House {
  email: string;
  password: string;
  caller: Caller;
  codes: DrawnCode[];
}

const site = "https://haldenroasters.example";
const house = {
  color: { dark: "#17472F", light: "#FFFFFF" },
  modules: { shape: "rounded" },
  eyes: { shape: "rounded", color: "#7A4400" },
};
const label = {
  color: { dark: "#6B1E12", light: "#FFFFFF" },
  modules: { shape: "dots" },
  eyes: { shape: "circle" },
};
const night = { color: { dark: "#1B1F4B", light: "#FFFFFF" } };

const url = (name: string, path: string, settings?: object) => ({
  name,
  type: "url",
  content: `${site}/${path}`,
  isDynamic: true,
  ...(settings && { settings }),
});

/** Newest last, as they were made. */
const items = [
  url("Feedback after a visit", "feedback"),
  url("Allergen list", "allergens", house),
  url("Job advert, window", "jobs/barista"),
  {
    name: "Opening hours, door",
    type: "text",
    content: "Monday to Friday 7:30 to 18:00\nSaturday and Sunday 9:00 to 17:00",
  },
  {
    name: "Ingrid Halden, card",
    type: "vcard",
    content: JSON.stringify({
      firstName: "Ingrid",
      lastName: "Halden",
      organization: "Halden Roasters",
      title: "Roaster",
      phones: [{ type: "mobile", number: "+47 400 00 123" }],
      emails: ["ingrid@haldenroasters.example"],
      url: site,
    }),
    isDynamic: true,
  },
  {
    name: "Orders by mail",
    type: "email",
    content: JSON.stringify({ to: "orders@haldenroasters.example", subject: "Beans for " }),
  },
  url("Yirgacheffe, bag label", "beans/yirgacheffe", label),
  url("Kiambu AA, bag label", "beans/kiambu-aa", label),
  url("Receipt, newsletter", "newsletter"),
  {
    name: "Guest Wi-Fi, tables",
    type: "wifi",
    content: JSON.stringify({ ssid: "Halden guests", password: "slow brewed", security: "WPA" }),
    settings: house,
    isDynamic: true,
  },
  url("Store window, opening hours", "visit", night),
  url("Menu, table cards", "menu"),
];

/** Makes the house's account with its codes and 90 days of scans, the busiest code last. */
export async function openHouse(plan: Plan, scans = 46_000): Promise<House> {
  const email = `ingrid.${plan}@haldenroasters.example`;
  const password = "slow brewed, well ground";
  const { accountId, userId } = await createUser({ email, password, plan, name: "Ingrid Halden" });
  const caller: Caller = { accountId, userId, plan, environment: "production", key: null };
  const { created, errors } = await createCodes(caller, items);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const dynamic = created.filter(({ isDynamic }) => isDynamic).reverse();
  await generateScans(
    {
      accountId,
      codeIds: dynamic.map(({ id }) => id),
      count: scans,
      days: 60,
      seed: 7,
      until: new Date(Date.now() - 60_000),
    },
    { onProgress: () => {} },
  );
  // A history made up uses nothing of a plan; this house shall look as if its visitors had come.
  await sql.query(
    `UPDATE scan_counter l SET detailed = (SELECT count(*) FROM scan s
       WHERE s.account_id = l.account_id AND s.scanned_at >= l.month) WHERE account_id = $1`,
    [accountId],
  );
  const [menu] = dynamic;
  if (menu !== undefined) {
    await updateCode(caller, menu.id, { content: `${site}/menu/summer` });
    await updateCode(caller, menu.id, { content: `${site}/menu/autumn` });
  }
  return { email, password, caller, codes: created };
}
