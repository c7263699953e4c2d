import type { Page } from "playwright";
import { inject } from "vitest";
import { createCode } from "@/lib/codes";
import type { DrawnCode, NewCode } from "@/lib/codes/schema";
import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount } from "../support/accounts";
import { plainCode } from "../support/codes";
import type { OpenOptions } from "./browser";
import { signedIn } from "./signed-in";

/** An account with one code, whose page its holder opens with clocks of Oslo. */
export async function newOwner(plan: Plan = "pro", code: Partial<NewCode> = {}) {
  const account = await newAccount(plan);
  const caller = { ...callerOf(account, plan), userId: account.userId };
  const made = await createCode(caller, { ...plainCode, isDynamic: true, ...code });
  return { account, caller, made, path: `/codes/${made.id}`, context: await signedInAtOslo(account) };
}

async function signedInAtOslo(account: Awaited<ReturnType<typeof newAccount>>): Promise<OpenOptions> {
  return { ...(await signedIn(account)), timezoneId: "Europe/Oslo" };
}

/** Path of a short URL, which names the host of the process that made the code. */
export function pathOf({ shortUrl }: Pick<DrawnCode, "shortUrl">): string {
  return new URL(shortUrl ?? "").pathname;
}

/** The short URL as the service under test has it. */
export function addressOf(made: Pick<DrawnCode, "shortUrl">): string {
  return new URL(pathOf(made), inject("baseUrl")).href;
}

/** What a code has in the database of what its page changes. */
export async function readKept(id: string): Promise<{ content: string; rules: unknown } | undefined> {
  const { rows } = await sql.query("SELECT content, rules FROM qr_code WHERE id = $1", [id]);
  return rows[0] as { content: string; rules: unknown } | undefined;
}

/** What keeps a code in order, as the database has it. */
export async function readOrder(id: string) {
  const { rows } = await sql.query<{ tags: string[]; note: string | null; isArchived: boolean }>(
    `SELECT tags, note, is_archived AS "isArchived" FROM qr_code WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** Follows a link that the browser saves, and returns what it saved. */
export async function save(page: Page, name: RegExp): Promise<{ fileName: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { fileName: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
