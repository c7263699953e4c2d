import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { DatabaseProxy } from "@/e2e/support/process/database-proxy";
import type { Caller } from "@/lib/accounts/schema";
import { closeDatabase, redirectSql, setDatabaseUrl } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { closeNotifications, coverageOf, subscribe } from "@/lib/platform/notifications";
import { closeTargets, findTarget, openTargets } from "@/lib/targets";
import { createCode, updateCode } from "./";
import { createCodes } from "./bulk";

let proxy: DatabaseProxy;
let caller: Caller;
beforeAll(async () => {
  proxy = await new DatabaseProxy(env.databaseUrl as string).open();
  setDatabaseUrl(proxy.url);
  caller = callerOf(await newAccount("pro"), "pro");
  await openTargets();
});

afterAll(async () => {
  await closeTargets();
  await closeNotifications();
  await closeDatabase();
  await proxy.close();
});

const dynamic = { ...plainCode, isDynamic: true };
const codeOf = ({ shortUrl }: { shortUrl: string | null }) => (shortUrl ?? "").slice(-8);

const hears = () =>
  vi.waitFor(() => {
    expect(coverageOf("quietzone_short_codes").until).toBeGreaterThan(performance.now() - 500);
  }, 20_000);

it("W3: new and changed codes redirect without the database, even before their first visit", async () => {
  await hears();
  const asked = vi.spyOn(redirectSql, "query");
  const told: string[] = [];
  const leave = subscribe("quietzone_short_codes", { onMessage: (one) => told.push(one), onGap() {} });
  const made = await createCode(caller, dynamic);
  const [second, third] = (await createCodes(caller, [dynamic, dynamic])).created;
  const { id } = await createCode(caller, dynamic);
  const changed = await updateCode(caller, id, { content: "https://example.com/changed" });
  // Background reads finish; the test itself asks for nothing.
  await vi.waitFor(() => expect(told).toContain(codeOf(changed)), 20_000);
  for (let settled = -1; settled < asked.mock.results.length; ) {
    settled = asked.mock.results.length;
    await Promise.allSettled(asked.mock.results.map(({ value }) => value));
    await nextTurn();
  }
  leave();
  proxy.cut();
  try {
    for (const code of [made, second!, third!, changed]) {
      expect((await findTarget(codeOf(code)))?.url).toBe(code.content);
    }
  } finally {
    proxy.restore();
  }
});
