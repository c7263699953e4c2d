import { afterAll, beforeAll, describe, it } from "vitest";
import { addDomain } from "@/lib/domains";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount } from "../support/accounts";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { DnsStub } from "../support/webhooks/dns-stub";
import { contextOf, screens, untilStill, withBrowser } from "./browser";
import { settle } from "./furnished";
import { listFaults } from "./inspect";
import { signedIn } from "./signed-in";

const open = withBrowser();
let own: OwnServices;
let dns: DnsStub;
beforeAll(async () => {
  dns = await new DnsStub().open();
  own = await openOwnServices(1, { settings: { DOMAIN_DNS_SERVERS: dns.address } });
});
afterAll(async () => {
  await own.close();
  await dns.close();
});

const looks = [
  ["phone-light", { ...contextOf(screens[0]), colorScheme: "light" }],
  ["phone-dark", { ...contextOf(screens[0]), colorScheme: "dark" }],
  ["laptop-light", { ...contextOf(screens[2]), colorScheme: "light" }],
  ["laptop-dark", { ...contextOf(screens[2]), colorScheme: "dark" }],
  ["wide-light", { ...contextOf(screens[3]), colorScheme: "light" }],
  ["wide-dark", { ...contextOf(screens[3]), colorScheme: "dark" }],
] as const;

describe("shots", () => {
  it("all", async () => {
    const only = process.env.SHOTS?.split(",");
    const baseURL = own.services[0]?.baseUrl ?? "";
    const free = await newAccount("free");
    const starter = await newAccount("starter");
    const developer = await newAccount("developer");
    const pro = await newAccount("pro");
    const caller = callerOf(pro, "pro");
    const names = ["go.halden.example", "xn--mnchen-3ya.example", "example.org", "t.halden.example", "old.halden.example"];
    const ids: string[] = [];
    for (const host of names) ids.push((await addDomain(caller, { host })).id);
    const set = (at: number, text: string) => sql.query(`UPDATE domain SET ${text} WHERE id = $1`, [ids[at]]);
    const found = (hasProof: boolean, addresses: string[], fault: string | null) =>
      `findings = '${JSON.stringify({ hasProof, addresses, fault })}'`;
    await set(0, `status='verified', is_served=true, is_default=true, points_here=true, verified_at=now(), checked_at=now() - interval '3 hours', next_check_at=now()+interval '21 hours', ${found(true, ["127.0.0.1"], null)}`);
    await set(1, `status='pending', checked_at=now() - interval '5 minutes', next_check_at=now()+interval '40 minutes', ${found(false, ["203.0.113.7"], null)}`);
    await set(2, `status='pending', checked_at=now() - interval '1 minute', ${found(false, [], "ETIMEOUT")}`);
    await set(3, `status='failing', is_served=true, points_here=true, verified_at=now()-interval '40 days', checked_at=now() - interval '1 hour', next_check_at=now()+interval '23 hours', ${found(false, ["127.0.0.1"], null)}`);
    await set(4, `status='failing', is_served=false, verified_at=now()-interval '40 days', checked_at=now() - interval '1 hour', next_check_at=now()+interval '23 hours', ${found(false, ["203.0.113.9", "203.0.113.10", "203.0.113.11", "2001:db8::7"], null)}`);
    await sql.query("UPDATE domain SET root_url='https://halden.example/', expired_url='https://halden.example/over' WHERE id=$1", [ids[0]]);
    const screensOf: [string, typeof free, string][] = [
      ["free", free, "/domains"],
      ["first", starter, "/domains"],
      ["dev", developer, "/domains"],
      ["list", pro, "/domains"],
      ["verified", pro, `/domains/${ids[0]}`],
      ["pending", pro, `/domains/${ids[1]}`],
      ["apex", pro, `/domains/${ids[2]}`],
      ["failing", pro, `/domains/${ids[3]}`],
      ["lost", pro, `/domains/${ids[4]}`],
      ["editor", pro, "/codes/new"],
    ];
    for (const [name, account, path] of screensOf) {
      if (only && !only.includes(name)) continue;
      const who = await signedIn(account, baseURL);
      for (const [look, context] of looks) {
        const page = await open(path, { ...who, ...context, baseURL, timezoneId: "Europe/Oslo" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        await untilStill(page);
        await page.screenshot({ path: `/tmp/w/shots-c/${name}-${look}.png`, fullPage: true });
        if (!look.startsWith("wide")) console.log(name, look, await listFaults(page));
        if (name === "list" && look === "phone-light") {
          await page.getByRole("button", { name: "Account", exact: false }).last().click();
          await page.getByRole("dialog").waitFor();
          await untilStill(page);
          await page.screenshot({ path: `/tmp/w/shots-c/sheet-${look}.png` });
        }
        if (name === "verified" && look !== "wide-dark") {
          await page.getByRole("button", { name: "Actions for go.halden.example" }).click();
          await page.getByRole("menuitem", { name: "Delete" }).click();
          await page.getByRole("dialog").waitFor();
          await untilStill(page);
          await page.screenshot({ path: `/tmp/w/shots-c/delete-${look}.png` });
          console.log("delete", look, await listFaults(page));
        }
        await page.context().close();
      }
    }
  }, 600_000);
});
void settle;
