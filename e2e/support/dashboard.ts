import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createCodes } from "@/lib/codes/bulk";
import { advanceImport, createImport } from "@/lib/imports";
import { sql } from "@/lib/platform/db";
import { createPreset } from "@/lib/presets";
import { askSupport } from "@/lib/support";
import { callerOf, newAccount, type TestAccount } from "./accounts";
import type { BrowserAnswer, BrowserSession } from "./browser-session";
import { insertDomain } from "./domains";
import { act, callAction, listActions } from "./server-actions";
import { insertWebhooks } from "./tenant-webhooks";

const folder = join(new URL("../..", import.meta.url).pathname, "app/(dashboard)");

/** What an address can't be asked without. */
const queries: Record<string, string> = {
  "/analytics/export": "?kind=line&range=30d",
  "/settings/export/file": "?include=redirect-map",
};

/**
 * Every address that the dashboard has, pages and files, from its folders: a new one is in this list as soon as it is
 * written. A group of pages is no part of their address. Without live streams, which never end.
 *
 * @param ids what stands for other parameters than a code's: by their name (`[preset]`), or where several have one name by the
 *   folder (`/webhooks/[id]`).
 */
export function listDashboardAddresses(codeId: string, ids: Record<string, string> = {}): string[] {
  const fill = (address: string) =>
    address.replaceAll(/\[\w+\]/g, (name, at: number) => {
      return ids[address.slice(0, at + name.length)] ?? ids[name] ?? codeId;
    });
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file) && !takesOrders(file))
    .map((file) => `/${dirname(file)}`.replaceAll(/\/\([^)]+\)/g, ""))
    .filter((address) => !address.startsWith("/live/"))
    .map((address) => fill(address) + (queries[address] ?? ""))
    .sort();
}

/** Whether an address takes POST alone; e2e/api/prints.long.test.ts asks those. */
function takesOrders(file: string): boolean {
  return readFileSync(join(folder, file), "utf8").includes("refuseMethod as GET");
}

export interface Tenant extends TestAccount {
  /** A word that stands in everything that the account has made. */
  mark: string;
  codeId: string;
  presetId: string;
  /** What there is of it to be named in an address, as `listDashboardAddresses` takes it. */
  ids: Record<string, string>;
}

/** An account on Pro with a dynamic code, a look of its own, an import of nothing, a domain, a webhook
 * with a delivery and a request for support. */
export async function newTenant(): Promise<Tenant> {
  const account = await newAccount("pro");
  const caller = { ...callerOf(account, "pro"), userId: account.userId };
  const mark = `mark${randomBytes(8).toString("hex")}`;
  const { created } = await createCodes(caller, [
    { name: mark, type: "url", content: `https://example.com/${mark}`, isDynamic: true },
  ]);
  const sandbox = await createCodes({ ...caller, environment: "sandbox" }, [
    { name: mark, type: "url", content: `https://example.com/${mark}`, isDynamic: true },
  ]);
  const settings = { color: { dark: "#1B1F4B", light: "#FFFFFF" } };
  const preset = await createPreset(caller, { name: mark, settings });
  await askSupport({ ...account, plan: "pro" }, { subject: mark, message: mark });
  const refused = { row: 2, name: mark, type: "url", content: mark, isDynamic: true };
  const { id } = await createImport(caller, { name: mark, presetId: null, rows: [refused], leftOut: [] });
  await advanceImport(caller, id);
  const [webhook] = await insertWebhooks(sql, [{ accountId: account.accountId, environment: "production" }]);
  await sql.query("UPDATE webhook SET name = $2 WHERE id = $1", [webhook?.id, mark]);
  const domain = await insertDomain(caller, { host: `${mark}.example.com` });
  // The service's own check would change its row.
  await sql.query("UPDATE domain SET next_check_at = now() + interval '1 day' WHERE id = $1", [domain.id]);
  const ids = {
    "[import]": id,
    "[preset]": preset.id,
    "[sandboxCode]": sandbox.created[0]?.id ?? "",
    "/webhooks/[id]": webhook?.id ?? "",
    "/domains/[id]": domain.id,
    "[delivery]": webhook?.deliveryId ?? "",
  };
  return { ...account, mark, codeId: created[0]?.id ?? "", presetId: preset.id, ids };
}

/**
 * Everything that is stored of an account and its user, to tell whether anything of it has changed; not when the service mails
 * what it has to, and not that its owner took it along, which is in the audit though it is read alone. Partitions, which the service
 * adds meanwhile, are read as their table.
 */
export async function snapshotOf({ accountId, userId }: TestAccount): Promise<string> {
  const { rows: places } = await sql.query<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     JOIN pg_class ON pg_class.oid = format('public.%I', c.table_name)::regclass AND NOT relispartition
     WHERE c.table_schema = 'public' AND (c.column_name IN ('account_id', 'user_id')
       OR (c.table_name IN ('account', 'app_user') AND c.column_name = 'id')) ORDER BY 1, 2`,
  );
  const parts: string[] = [];
  for (const { table, column } of places) {
    const { rows } = await sql.query<{ row: string }>(
      `SELECT (to_jsonb(t) - 'mailed_at' - 'mail_due_at')::text AS row FROM "${table}" t
       WHERE "${column}" IN ($1, $2) AND NOT to_jsonb(t) @> '{"action": "account.exported"}' ORDER BY 1`,
      [accountId, userId],
    );
    parts.push(`${table}.${column}`, ...rows.map(({ row }) => row));
  }
  return parts.join("\n");
}

/** Written for strangers: signing up, mailed links, reports; and signing out, which leads everybody to the first page. */
const forStrangers = /^app\/(?:\(auth\)|\(site\))\/|^lib\/auth\/sign-out\.ts$/;

/** The server actions of the dashboard, every one that the build has. */
export function listDashboardActions() {
  return listActions().filter(({ file }) => !forStrangers.test(file));
}

/** Fields that forms of the dashboard have, so that no action is refused for another reason before the one that is tried. */
const someFields = {
  ...{ id: "0199aa00-0000-7000-8000-000000000000", name: "Eve", email: "eve@example.com", plan: "starter" },
  ...{ current: "a present password", next: "three other words", password: "a present password" },
  ...{
    subject: "x",
    message: "x",
    note: "",
    content: "https://example.com/",
    rule: "expiresAt",
    type: "url",
  },
  ...{
    key: "an-invented-form",
    ...{ url: "https://example.com/", events: "scan.created", overlapSeconds: "0" },
    permissions: "qr:read",
    environment: "production",
    isActive: "true",
    expiresAt: "",
    zone: "UTC",
  },
};

const fieldsAbout = (id: string) => ({
  ...someFields,
  ...{ id, codeId: id, presetId: id, qrCodeId: id, webhookId: id },
});

/** Calls an action about something in each of the ways in which pages call theirs, one after the other; one of them is its own. */
export async function* callInTurn(
  browser: BrowserSession,
  action: string,
  id: string,
  headers: Record<string, string | undefined> = {},
): AsyncGenerator<BrowserAnswer> {
  const asText = (value: unknown) => callAction(browser, "/codes", action, [id, value], headers);
  yield act(browser, "/codes", action, fieldsAbout(id), headers);
  yield act(browser, "/codes", action, fieldsAbout(id), headers, [id]);
  yield asText(true);
  yield asText({ name: "Eve", content: "https://evil.example/" });
}

export async function callEachWay(
  browser: BrowserSession,
  action: string,
  id: string,
): Promise<BrowserAnswer[]> {
  const answers: BrowserAnswer[] = [];
  for await (const answer of callInTurn(browser, action, id)) answers.push(answer);
  return answers;
}
