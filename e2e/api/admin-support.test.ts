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

it("the operator reads what accounts ask for, and whom to answer", async () => {
  const account = await newAccount("pro");
  const form = { subject: "My codes", message: "It\nis cold." };
  const { id } = await askSupport({ ...account, plan: "pro" }, form);
  const { status, stdout, stderr } = await runAdmin(["support:list"], {
    DATABASE_URL: inject("databaseUrl"),
    DATA_DIR: folder,
  });
  expect(status, stderr).toBe(0);
  const { total, requests } = JSON.parse(stdout) as { total: number; requests: SupportRequest[] };
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
  });
});
