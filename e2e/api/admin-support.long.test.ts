import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { askSupport } from "@/lib/support";
import type { SupportRequest } from "@/lib/support/schema";
import { newAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";

const folder = mkdtempSync(join(tmpdir(), "quietzone-admin-support-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type List = { total: number; requests: SupportRequest[] };

const run = (words: string[]) => runAdmin(words, { DATABASE_URL: inject("databaseUrl"), DATA_DIR: folder });

async function runWell<T>(words: string[]): Promise<T> {
  const { status, stdout, stderr } = await run(words);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

it("support:list shows the operator each request and the address to answer", async () => {
  const account = await newAccount("pro");
  const form = { subject: "My codes", message: "It\nis cold." };
  const { id } = await askSupport({ ...account, plan: "pro" }, form);
  const { total, requests } = await runWell<List>(["support:list"]);
  expect(total).toBeGreaterThanOrEqual(1);
  // The running service may have mailed it meanwhile.
  const { mailedAt: _, ...request } = requests.find((one) => one.id === id)!;
  expect(request).toEqual({
    id,
    accountId: account.accountId,
    email: account.email,
    ...form,
    isPriority: true,
    createdAt: expect.any(String),
    answeredAt: null,
  });
});

it("support:answered marks a request as answered and rejects an unknown id", async () => {
  const account = await newAccount("free");
  const { id } = await askSupport({ ...account, plan: "free" }, { subject: "Cold", message: "Why?" });
  const { answeredAt } = await runWell<{ answeredAt: string }>(["support:answered", "--id", id]);
  const { requests } = await runWell<List>(["support:list"]);
  expect(requests.find((one) => one.id === id)?.answeredAt ?? answeredAt).toBe(answeredAt);
  expect(requests.filter((one) => one.answeredAt === null).map((one) => one.id)).not.toContain(id);
  const { status, stderr } = await run(["support:answered", "--id", "none"]);
  expect(status).toBe(1);
  expect(stderr).toContain("No question has this id");
});
