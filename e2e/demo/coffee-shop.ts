import { updateCode } from "@/lib/codes";
import type { Plan } from "@/lib/plans";
import { openTenant, type Tenant, type TenantOptions } from "./tenant";

const site = "https://haldenroasters.example";
const brandLook = {
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
  url("Allergen list", "allergens", brandLook),
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
    settings: brandLook,
    isDynamic: true,
  },
  url("Store window, opening hours", "visit", night),
  url("Menu, table cards", "menu"),
];

/** Opens the account of a coffee shop with 90 days of scans, the busiest code last: what README's pictures and the demo show. */
export async function openCoffeeShop(
  plan: Plan,
  { more = [], ...options }: Pick<TenantOptions, "beforeCodes"> & { more?: object[] } = {},
): Promise<Tenant> {
  const tenant = await openTenant({
    email: `ingrid.${plan}@haldenroasters.example`,
    name: "Ingrid Halden",
    plan,
    items: [...more, ...items],
    scans: 46_000,
    ...options,
  });
  const menu = tenant.codes.at(-1);
  if (menu !== undefined) {
    await updateCode(tenant.caller, menu.id, { content: `${site}/menu/summer` });
    await updateCode(tenant.caller, menu.id, { content: `${site}/menu/autumn` });
  }
  return tenant;
}
