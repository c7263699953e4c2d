import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import { environments } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { callV1, newAccount, newKey } from "../support/accounts";
import { keyedContracts } from "../support/contract-requests";
import { openPool } from "../support/pool";
import type { Answer } from "../support/public-api";
import { type Actor, type Cast, gatherCast } from "./cast";
import { foretell, isNamed, type Outcome, type Owner, owners, permissionSets, rules } from "./oracle";
import { callAs } from "./requests";

/** One request of the matrix, what the oracle says of it, and what came. */
interface Play {
  actor: Actor;
  owner: Owner;
  foretold: Outcome;
  answer: Answer;
}

const operations = Object.keys(rules);
let cast: Cast;
let pool: pg.Pool;
let before: unknown;

/** Everything of an account that a request could change. */
async function readAll(accountIds: readonly string[]): Promise<unknown> {
  const ids = [accountIds];
  // A use of a key is written when it comes, not when it is granted.
  const keys =
    "SELECT (to_jsonb(k) - 'last_used_at') AS row FROM api_key k WHERE account_id = ANY($1) ORDER BY id";
  const codes = "SELECT to_jsonb(c) AS row FROM qr_code c WHERE account_id = ANY($1) ORDER BY id";
  const accounts = "SELECT to_jsonb(a) AS row FROM account a WHERE id = ANY($1) ORDER BY id";
  const webhooks = `SELECT to_jsonb(w) AS row, to_jsonb(queue) AS queue, (SELECT count(*) FROM delivery d
      WHERE d.webhook_id = w.id) AS deliveries
    FROM webhook w JOIN webhook_queue queue ON queue.webhook_id = w.id WHERE w.account_id = ANY($1) ORDER BY w.id`;
  const domains = "SELECT to_jsonb(d) AS row FROM domain d WHERE account_id = ANY($1) ORDER BY id";
  return Promise.all(
    [keys, codes, accounts, webhooks, domains].map(async (text) => (await pool.query(text, ids)).rows),
  );
}

/** Accounts that no request of the matrix may change: the foreign one and those whose every request is refused. */
function untouchable(): string[] {
  const isRefused = (one: Actor) =>
    operations.every((operation) =>
      rules[operation]!.success === 200 && operation.startsWith("GET")
        ? true
        : foretell({ ...one, operation, owner: "own" }).status === 403,
    );
  const refused = cast.actors.filter(isRefused).map(({ accountId }) => accountId);
  return [cast.foreignAccountId, ...new Set(refused)];
}

beforeAll(async () => {
  pool = openPool(inject("databaseUrl"));
  cast = await gatherCast(inject("databaseUrl"));
  before = await readAll(untouchable());
});
afterAll(() => pool.end());

/** Plays an operation by every actor of an environment for whom the oracle says one of these things. */
async function play(
  operation: string,
  environment: string,
  isWanted: (foretold: Outcome) => boolean,
  wantedOwners: readonly Owner[],
  options = {},
): Promise<Play[]> {
  const named =
    rules[operation]!.subject === "nothing"
      ? (["own"] as const)
      : wantedOwners.filter((owner) => isNamed(operation, owner));
  const actors = cast.actors.filter((actor) => actor.environment === environment);
  const plays = await Promise.all(
    actors.map(async (actor) => {
      const done: Play[] = [];
      for (const owner of named) {
        const foretold = foretell({ ...actor, operation, owner });
        if (isWanted(foretold))
          done.push({ actor, owner, foretold, answer: await callAs(actor, operation, owner, options) });
      }
      return done;
    }),
  );
  return plays.flat();
}

/** An answer but for what differs from call to call. */
function withoutChance({ status, json, headers }: Answer): unknown {
  const { requestId: _, ...body } = json ?? {};
  const changing = new Set(["x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset", "date"]);
  return { status, body, headers: [...headers].filter(([name]) => !changing.has(name)) };
}

const title = ({ actor, owner, answer }: Play) =>
  `${actor.plan}, ${actor.permissions.join(" ") || "no permission"}, ${owner}: ${answer.json === undefined ? answer.status : answer.text}`;

it("the matrix covers exactly the keyed operations", () => {
  const contracts = keyedContracts.map(({ method, path }) => `${method} ${path}`);
  expect(operations.toSorted()).toEqual(contracts.toSorted());
});

/** Of the sets of permissions those with which the operation is refused, on each of the two plans that have the interface. */
function countLacking(operation: string): number {
  const isLacking = (permissions: Actor["permissions"]) =>
    foretell({ operation, plan: "pro", environment: "production", permissions, owner: "own" }).code ===
    "insufficient_permission";
  const lacking = permissionSets.filter(isLacking).length;
  expect(lacking).toBeGreaterThan(0);
  return lacking;
}

describe.each(environments)("%s", (environment) => {
  describe.each(operations)("%s", (operation) => {
    const three = ["own", "foreign", "missing"] as const;

    it("A2: refuses a plan without API, whatever the key's permissions and the request", async () => {
      const isWanted = ({ code }: Outcome) => code === "plan_required";
      const plays = await play(operation, environment, isWanted, three, { isBroken: true });
      expect(plays).toHaveLength(rules[operation]!.subject === "nothing" ? 32 : 96);
      for (const one of plays) {
        expect([one.answer.status, one.answer.json.code], title(one)).toEqual([403, "plan_required"]);
      }
    });

    // Any key may list and read keys: there is nothing to lack.
    if (rules[operation]!.needs.length > 0) {
      it("A3: refuses a key without the permission before reading the body, and names what is missing", async () => {
        const isWanted = ({ code }: Outcome) => code === "insufficient_permission";
        const plays = await play(operation, environment, isWanted, three, { isBroken: true });
        expect(plays).toHaveLength(
          2 * countLacking(operation) * (rules[operation]!.subject === "nothing" ? 1 : 3),
        );
        for (const one of plays) {
          const { foretold, answer } = one;
          expect([answer.status, answer.json.code], title(one)).toEqual([403, "insufficient_permission"]);
          const details = answer.json.details as unknown as { requiredPermission: string }[];
          const told = details.map(({ requiredPermission }) => requiredPermission);
          expect(told.toSorted(), title(one)).toEqual("lacks" in foretold && foretold.lacks.toSorted());
        }
      });
    }

    const { isSandboxOnly, isProductionOnly } = rules[operation]!;
    const refusal = isSandboxOnly ? "sandbox_required" : "sandbox_forbidden";
    if (environment === "sandbox" ? isProductionOnly : isSandboxOnly) {
      it(`A3: refuses a ${environment} key before reading the body`, async () => {
        const isWanted = ({ code }: Outcome) => code === refusal;
        const plays = await play(operation, environment, isWanted, three, { isBroken: true });
        expect(plays.length).toBeGreaterThan(0);
        for (const one of plays) {
          expect([one.answer.status, one.answer.json.code], title(one)).toEqual([403, refusal]);
        }
      });
      return;
    }

    it("A5: serves the caller's own, and answers for everything else as if it did not exist", async () => {
      const isWanted = ({ status }: Outcome) => status !== 403;
      const plays = await play(operation, environment, isWanted, owners);
      expect(plays.length).toBeGreaterThan(0);
      const missing = new Map(
        plays.filter(({ owner }) => owner === "missing").map((one) => [one.actor, one]),
      );
      for (const one of plays) {
        const { foretold, answer, actor } = one;
        expect([answer.status, answer.json?.code ?? null], title(one)).toEqual([
          foretold.status,
          foretold.code,
        ]);
        expect(answer.headers.get("x-environment"), title(one)).toBe(
          environment === "sandbox" ? "sandbox" : null,
        );
        expect(answer.text).not.toContain(cast.foreignAccountId);
        if (foretold.status !== 404) continue;
        expect(withoutChance(answer), title(one)).toEqual(withoutChance(missing.get(actor)!.answer));
      }
      if (operation === "DELETE /api/v1/qr-codes/bulk") for (const one of plays) expectBulkDeletion(one);
      if (rules[operation]!.subject === "nothing") for (const one of plays) expectNothingForeign(one);
    });
  });
});

function expectBulkDeletion({ actor, owner, answer }: Play): void {
  const isOwn = owner === "own";
  expect(answer.json).toEqual({
    deleted: isOwn ? 1 : 0,
    notFound: isOwn ? [] : [actor.named.code[owner]],
    summary: { total: 1, deleted: isOwn ? 1 : 0, notFound: isOwn ? 0 : 1 },
  });
}

function expectNothingForeign({ actor, answer }: Play): void {
  const { code, key, webhook, domain } = actor.named;
  for (const named of [code, key, webhook, domain]) expect(answer.text).not.toContain(named.foreign);
  for (const named of [code, webhook]) expect(answer.text).not.toContain(named["of the other environment"]);
  expect(answer.text).not.toContain(code["soft-deleted"]);
}

it("A3: refused requests change nothing, and no request changes another account", async () => {
  expect(untouchable().length).toBeGreaterThan(33);
  expect(await readAll(untouchable())).toEqual(before);
});

it("A2: a plan change applies from the next request, and keys are kept", async () => {
  const account = await newAccount("pro");
  const { apiKey } = await newKey(account);
  const statusOn = async (plan: Plan) => {
    await changePlan(account.accountId, plan);
    return (await callV1(apiKey, "GET", "/qr-codes")).status;
  };
  for (const plan of ["free", "developer", "starter", "pro", "free", "pro"] as const) {
    expect(await statusOn(plan)).toBe(plan === "free" || plan === "starter" ? 403 : 200);
  }
});
