import { beforeAll, describe, expect, inject, it } from "vitest";
import { changePlan } from "@/lib/accounts";
import type { Environment } from "@/lib/accounts/schema";
import { flushKeyUses } from "@/lib/api-keys";
import { hashKeyValue, newKeyValue } from "@/lib/api-keys/key-value";
import { flushUses } from "@/lib/api-uses";
import { answerApi } from "@/lib/http";
import { sql } from "@/lib/platform/db";
import { newRequestId } from "@/lib/platform/ids";
import "../support/accounts";
import { newClient } from "../support/public-api";
import { recordStatements } from "../support/statements";
import { type Actor, type Cast, gatherCast } from "./cast";
import { type Owner, owners, rules } from "./oracle";
import { bodyOf, pathOf } from "./requests";

let cast: Cast;

beforeAll(async () => {
  cast = await gatherCast(inject("databaseUrl"));
});

function findManager(environment: Environment): Actor {
  return cast.actors.find(
    (actor) => actor.plan === "pro" && actor.environment === environment && actor.permissions.length === 4,
  )!;
}

interface Sent {
  method: string;
  path: string;
  authorization: string;
  body?: object | undefined;
}

interface Trace {
  status: number;
  code: string;
  /** The text of every statement that the request took, in order. */
  statements: string[];
}

/** Answers a request in this process, by the function that the service answers with, and listens to the database's end. */
async function trace({ method, path, authorization, body }: Sent): Promise<Trace> {
  const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
  const [pathname = "", query] = path.split("?");
  const request = {
    method,
    path: pathname,
    query: new URLSearchParams(query),
    headers: { authorization, "content-type": "application/json" },
    clientAddress: newClient(),
    requestId: newRequestId(),
    readBody: async () => bytes,
  };
  let answer: Awaited<ReturnType<typeof answerApi>> | undefined;
  // What requests before it left to be written, off their path.
  await Promise.all([flushKeyUses(), flushUses()]);
  const statements = await recordStatements(async () => {
    answer = await answerApi(request);
  });
  const { code = "" } = answer?.body ? (JSON.parse(String(answer.body)) as { code?: string }) : {};
  return { status: answer!.status, code, statements: statements.map(({ text }) => text) };
}

describe("database statements for refused keys", () => {
  it("A1: are the same for unknown, inactive, expired and rotated keys and for a plan without API", async () => {
    const victims = cast.actors.filter(
      ({ plan, environment }) => plan === "developer" && environment === "production",
    );
    const [inactive, expired, rotated] = victims.map(({ apiKey }) => apiKey);
    const change = async (apiKey: string | undefined, set: string) => {
      await sql.query(`UPDATE api_key SET ${set} WHERE key_hash = $1`, [hashKeyValue(apiKey!)]);
    };
    await change(inactive, "is_active = false");
    await change(expired, "expires_at = now() - interval '1 second'");
    await change(
      rotated,
      "previous_key_hash = key_hash, previous_valid_until = now(), key_hash = sha256(key_hash)",
    );
    await changePlan(victims[3]!.accountId, "free");

    const ask = (apiKey: string | undefined) =>
      trace({ method: "GET", path: "/api/v1/api-keys", authorization: `Bearer ${apiKey}` });
    const unknown = await ask(newKeyValue("production"));
    expect([unknown.status, unknown.code, unknown.statements.length]).toEqual([401, "invalid_api_key", 1]);
    const others: [string | undefined, number, string][] = [
      [newKeyValue("sandbox"), 401, "invalid_api_key"],
      [inactive, 401, "inactive_api_key"],
      [expired, 401, "expired_api_key"],
      [rotated, 401, "invalid_api_key"],
      [victims[3]!.apiKey, 403, "plan_required"],
    ];
    for (const [apiKey, status, code] of others) {
      expect(await ask(apiKey)).toEqual({ status, code, statements: unknown.statements });
    }
  });

  it("A1: are none for a mistyped key", async () => {
    const value = newKeyValue("production");
    const mistyped = `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`;
    for (const authorization of [`Bearer ${mistyped}`, "Bearer nonsense", `Basic ${value}`]) {
      const answer = await trace({ method: "GET", path: "/api/v1/api-keys", authorization });
      expect(answer).toEqual({ status: 401, code: "invalid_api_key", statements: [] });
    }
  });
});

describe("database statements for what is not the caller's", () => {
  const operations = Object.keys(rules).filter((operation) => rules[operation]!.subject !== "nothing");

  it.each(operations)("A5: %s", async (operation) => {
    const [method = ""] = operation.split(" ");
    const manager = findManager(rules[operation]!.isSandboxOnly ? "sandbox" : "production");
    const ask = (owner: Owner) =>
      trace({
        method,
        path: pathOf(operation, manager, owner),
        authorization: `Bearer ${manager.apiKey}`,
        body: bodyOf(operation, manager, owner),
      });
    // The first use of a key in a minute is written, off the path.
    await ask("missing");
    const missing = await ask("missing");
    expect(missing.statements.length).toBeGreaterThan(1);
    const isCode = rules[operation]!.subject !== "key";
    const others = owners.filter(
      // A production key sees the sandbox's keys; what cannot be an id is no question.
      (owner) => ["foreign", "deleted"].includes(owner) || (owner === "of the other environment" && isCode),
    );
    for (const owner of others) expect(await ask(owner), owner).toEqual(missing);
    const malformed = await ask("malformed");
    expect([malformed.status, malformed.code]).toEqual([missing.status, missing.code]);
    expect(missing.statements).toEqual(expect.arrayContaining(malformed.statements));
  });
});
