import type pg from "pg";
import { type Environment, environments, type Permission } from "@/lib/accounts/schema";
import { type Plan, plans } from "@/lib/plans";
import { newId } from "@/lib/platform/ids";
import { openPool } from "../support/pool";
import { insertWebhooks, type TenantWebhook } from "../support/tenant-webhooks";
import {
  insertAccounts,
  insertCodes,
  insertDomains,
  insertGoalScans,
  insertKeys,
  insertTargets,
  type TenantKey,
} from "../support/tenants";
import { type Owner, permissionSets } from "./oracle";

/** What an actor names in its requests. What a deletion takes is another row than what is read and changed. */
interface Named {
  code: Record<Owner, string>;
  key: Record<Owner, string>;
  /** An earlier target of the code of the same owner. */
  target: Record<Owner, string>;
  webhook: Record<Owner, string>;
  domain: Record<Owner, string>;
  /** The tag of the code of the same owner. */
  tag: Record<Owner, string>;
  /** A delivery of the webhook of the same owner. */
  delivery: Record<Owner, string>;
  /** The actor's own, to be deleted: singly, and by a bulk call. */
  doomedCode: string;
  doomedByBulk: string;
  /** Keys to be deleted: the actor's own, and one of the other environment. */
  doomedKey: string;
  doomedKeyElsewhere: string;
  doomedWebhook: string;
  doomedDomain: string;
  doomedTag: string;
}

/** A key that calls, and what there is for it to name. */
export interface Actor {
  accountId: string;
  plan: Plan;
  environment: Environment;
  permissions: readonly Permission[];
  apiKey: string;
  named: Named;
}

export interface Cast {
  /** One for every plan, set of permissions and environment. */
  actors: Actor[];
  /** Has codes, keys and webhooks in each environment, which are no actor's. */
  foreignAccountId: string;
}

/** An account's half. */
interface Half {
  accountId: string;
  plan: Plan;
  environment: Environment;
  permissions: readonly Permission[];
}

const codeNames = ["kept", "doomed", "doomedByBulk", "deleted", "setAside"] as const;
const keyNames = ["caller", "kept", "doomed", "doomedElsewhere", "deleted"] as const;

const tagOf = (codeId: string) => `tag ${codeId}`;
const doomedTagOf = (codeId: string) => `doomed ${codeId}`;

const webhookNames = ["kept", "doomed", "deleted"] as const;

const domainNames = ["kept", "doomed", "deleted"] as const;

/** A half with its rows. */
interface Stocked extends Half {
  codes: Record<(typeof codeNames)[number], string>;
  keys: Record<(typeof keyNames)[number], TenantKey>;
  /** Of the code that is kept, of the deleted and of the soft-deleted one. */
  targets: { kept: string; deleted: string; setAside: string };
  webhooks: Record<(typeof webhookNames)[number], TenantWebhook>;
  /** Of the account: the same in both of its halves. */
  domains: Record<(typeof domainNames)[number], string>;
}

export async function gatherCast(databaseUrl: string): Promise<Cast> {
  const pool = openPool(databaseUrl);
  try {
    const seats = plans.flatMap((plan) => permissionSets.map((permissions) => ({ plan, permissions })));
    const foreigner = { plan: "pro" as const, permissions: permissionSets.at(-1)! };
    const owners = [foreigner, ...seats];
    const ids = await insertAccounts(
      pool,
      owners.map(({ plan }) => plan),
    );
    const halves = owners.flatMap((owner, index) =>
      environments.map((environment) => ({ ...owner, environment, accountId: ids[index]! })),
    );
    const stocked = await stock(pool, halves);
    const foreign = stocked.slice(0, environments.length);
    const actors = stocked.slice(environments.length).map((half) => makeActor(half, stocked, foreign));
    return { actors, foreignAccountId: ids[0]! };
  } finally {
    await pool.end();
  }
}

function makeActor(half: Stocked, all: readonly Stocked[], foreign: readonly Stocked[]): Actor {
  const { accountId, environment, codes, keys, targets, webhooks, domains } = half;
  const elsewhere = all.find((one) => one.accountId === accountId && one.environment !== environment)!;
  const theirs = foreign.find((one) => one.environment === environment)!;
  const nowhere = { missing: newId(), malformed: "not-an-id", "soft-deleted": newId() };
  return {
    ...half,
    apiKey: keys.caller.apiKey,
    named: {
      code: {
        ...nowhere,
        own: codes.kept,
        foreign: theirs.codes.kept,
        deleted: codes.deleted,
        "soft-deleted": codes.setAside,
        "of the other environment": elsewhere.codes.kept,
      },
      key: {
        ...nowhere,
        own: keys.kept.id,
        foreign: theirs.keys.kept.id,
        deleted: keys.deleted.id,
        "of the other environment": elsewhere.keys.kept.id,
      },
      target: {
        ...nowhere,
        own: targets.kept,
        foreign: theirs.targets.kept,
        deleted: targets.deleted,
        "soft-deleted": targets.setAside,
        "of the other environment": elsewhere.targets.kept,
      },
      webhook: {
        ...nowhere,
        own: webhooks.kept.id,
        foreign: theirs.webhooks.kept.id,
        deleted: webhooks.deleted.id,
        "of the other environment": elsewhere.webhooks.kept.id,
      },
      domain: {
        ...nowhere,
        own: domains.kept,
        foreign: theirs.domains.kept,
        deleted: domains.deleted,
        "of the other environment": newId(),
      },
      tag: {
        ...nowhere,
        own: tagOf(codes.kept),
        foreign: tagOf(theirs.codes.kept),
        deleted: tagOf(codes.deleted),
        "soft-deleted": tagOf(codes.setAside),
        "of the other environment": tagOf(elsewhere.codes.kept),
      },
      delivery: {
        ...nowhere,
        own: webhooks.kept.deliveryId,
        foreign: theirs.webhooks.kept.deliveryId,
        deleted: webhooks.deleted.deliveryId,
        "of the other environment": elsewhere.webhooks.kept.deliveryId,
      },
      doomedCode: codes.doomed,
      doomedByBulk: codes.doomedByBulk,
      doomedKey: keys.doomed.id,
      doomedKeyElsewhere: elsewhere.keys.doomedElsewhere.id,
      doomedWebhook: webhooks.doomed.id,
      doomedDomain: domains.doomed,
      doomedTag: doomedTagOf(codes.kept),
    },
  };
}

/** Writes the codes, keys, webhooks and domains of every half, those included that are gone already. */
async function stock(pool: pg.Pool, halves: readonly Half[]): Promise<Stocked[]> {
  const codes = await insertCodes(
    pool,
    halves.flatMap((half) => codeNames.map((name) => ({ ...half, isDynamic: name === "kept" }))),
  );
  await pool.query(
    "UPDATE qr_code SET tags = tagged.tags FROM jsonb_to_recordset($1) AS tagged(id uuid, tags text[]) WHERE qr_code.id = tagged.id",
    [JSON.stringify(codes.map((id) => ({ id, tags: [doomedTagOf(id), tagOf(id)] })))],
  );
  await insertGoalScans(pool, codes);
  // Weaker than a key that manages keys.
  const weak = { permissions: ["qr:read"] as const, rateLimit: 1 };
  const keys = await insertKeys(
    pool,
    halves.flatMap((half) => keyNames.map((name) => (name === "caller" ? half : { ...half, ...weak }))),
  );
  const targets = await insertTargets(pool, codes);
  const webhooks = await insertWebhooks(
    pool,
    halves.flatMap((half) => webhookNames.map(() => half)),
  );
  const accountIds = [...new Set(halves.map(({ accountId }) => accountId))];
  const domains = await insertDomains(
    pool,
    accountIds.flatMap((accountId) =>
      domainNames.map((name) => ({ accountId, host: `${name}.example.com` })),
    ),
  );
  const stocked = halves.map((half, index) => {
    const place = accountIds.indexOf(half.accountId) * domainNames.length;
    const { kept, deleted, setAside } = nameAll(codeNames, targets.slice(index * codeNames.length));
    return {
      ...half,
      codes: nameAll(codeNames, codes.slice(index * codeNames.length)),
      keys: nameAll(keyNames, keys.slice(index * keyNames.length)),
      targets: { kept, deleted, setAside },
      webhooks: nameAll(webhookNames, webhooks.slice(index * webhookNames.length)),
      domains: nameAll(domainNames, domains.slice(place)),
    };
  });
  await pool.query("DELETE FROM api_key WHERE id = ANY($1)", [stocked.map((one) => one.keys.deleted.id)]);
  await pool.query("DELETE FROM domain WHERE id = ANY($1)", [stocked.map((one) => one.domains.deleted)]);
  const gone = [stocked.map((one) => one.webhooks.deleted.id)];
  await pool.query("DELETE FROM webhook WHERE id = ANY($1)", gone);
  await pool.query("DELETE FROM delivery WHERE webhook_id = ANY($1)", gone);
  await pool.query("DELETE FROM qr_code WHERE id = ANY($1)", [stocked.map((one) => one.codes.deleted)]);
  await pool.query("UPDATE qr_code SET purge_after = now() + interval '1 hour' WHERE id = ANY($1)", [
    stocked.map((one) => one.codes.setAside),
  ]);
  await pool.query(
    `UPDATE account SET code_count = code_count - 1, sandbox_code_count = sandbox_code_count - 1
     WHERE id = ANY($1)`,
    [halves.map(({ accountId }) => accountId)],
  );
  return stocked;
}

function nameAll<Name extends string, Thing>(
  names: readonly Name[],
  things: readonly Thing[],
): Record<Name, Thing> {
  return Object.fromEntries(names.map((name, place) => [name, things[place]])) as Record<Name, Thing>;
}
