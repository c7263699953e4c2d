import type { Caller } from "@/lib/accounts/schema";
import { createCodes } from "@/lib/codes/bulk";
import type { DrawnCode } from "@/lib/codes/schema";
import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { generateScans } from "@/lib/scans/generate";
import { createUser } from "@/lib/users";

/** An account of the demo with what it shows. */
export interface Tenant {
  email: string;
  password: string;
  caller: Caller;
  codes: DrawnCode[];
}

export interface TenantOptions {
  email: string;
  name: string;
  plan: Plan;
  /** Bodies of `POST /api/v1/qr-codes`, the busiest code last. */
  items: object[];
  scans: number;
  /** Called before the codes are created, which writes events for webhooks. */
  beforeCodes?(caller: Caller): Promise<void>;
}

export const password = "slow brewed, well ground";

/** Creates an account with its codes, and 90 days of scans of the dynamic ones. */
export async function openTenant(options: TenantOptions): Promise<Tenant> {
  const { email, name, plan, items, scans, beforeCodes } = options;
  const { accountId, userId } = await createUser({ email, password, plan, name });
  const caller: Caller = { accountId, userId, plan, environment: "production", key: null };
  await beforeCodes?.(caller);
  const { created, errors } = await createCodes(caller, items);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const dynamic = created.filter(({ isDynamic }) => isDynamic).reverse();
  await generateScans(
    {
      accountId,
      codeIds: dynamic.map(({ id }) => id),
      count: scans,
      days: 90,
      seed: 7,
      until: new Date(Date.now() - 60_000),
    },
    { onProgress: () => {} },
  );
  // A generated history uses nothing of a plan; this account must look as if its visitors had come.
  await sql.query(
    `UPDATE scan_counter l SET detailed = (SELECT count(*) FROM scan s
       WHERE s.account_id = l.account_id AND s.scanned_at >= l.month) WHERE account_id = $1`,
    [accountId],
  );
  return { email, password, caller, codes: created };
}
