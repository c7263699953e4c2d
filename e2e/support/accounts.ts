import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { type Caller, type Environment, type Permission, permissions } from "@/lib/accounts/schema";
import { createKey } from "@/lib/api-keys";
import type { Plan } from "@/lib/plans";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { createUser } from "@/lib/users";
import { type Answer, call } from "./public-api";

/** An account of its own for one test, with the user who can sign in to it. */
export interface TestAccount {
  accountId: string;
  userId: string;
  email: string;
  password: string;
}

export interface TestKey {
  id: string;
  apiKey: string;
}

// The domain of this process works on the database of the service under test; tests of one module have theirs set.
const databaseUrl: string | undefined = inject("databaseUrl");
if (databaseUrl !== undefined) setDatabaseUrl(databaseUrl);
afterAll(closeDatabase);

/** A new account on a plan. */
export async function newAccount(plan: Plan): Promise<TestAccount> {
  const email = `test-${randomBytes(8).toString("hex")}@example.com`;
  const password = "quiet modules, loud colours";
  const { accountId, userId } = await createUser({ email, password, plan });
  return { accountId, userId, email, password };
}

/** Whom the domain sees behind an account's user. */
export function callerOf({ accountId }: { accountId: string }, plan: Plan): Caller {
  return { accountId, plan, environment: "production", key: null };
}

export interface KeyOptions {
  permissions?: readonly Permission[];
  environment?: Environment;
  rateLimit?: number;
  expiresAt?: Date;
}

/** A new key of an account, whatever its plan includes: all permissions and the production data unless told. */
export async function newKey(account: { accountId: string }, options: KeyOptions = {}): Promise<TestKey> {
  const { id, apiKey } = await createKey(callerOf(account, "pro"), {
    name: "Test key",
    permissions: [...(options.permissions ?? permissions)],
    environment: options.environment ?? "production",
    rateLimit: options.rateLimit,
    expiresAt: options.expiresAt?.toISOString(),
  });
  return { id, apiKey };
}

export interface V1Options {
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string> | string;
  client?: string;
}

/** One request to the authenticated interface; `path` from `/api/v1` on (`/api-keys`). Without a key, none is sent. */
export function callV1(
  apiKey: string | null,
  method: string,
  path: string,
  { body, headers, query, client }: V1Options = {},
): Promise<Answer> {
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return call(`/api/v1${path}${search}`, {
    method,
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    headers: {
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(client !== undefined && { client }),
  });
}
