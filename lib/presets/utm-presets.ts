import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { db, isSqlState, type Prisma, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { Utm } from "@/lib/routes";
import { maxUtmPresets, type NewUtmPreset, type UtmPreset } from "./schema";

const listed = { id: true, name: true, utm: true } as const;

/** The account's campaign presets, oldest first. */
export async function listUtmPresets({ accountId }: Caller): Promise<UtmPreset[]> {
  const rows = await db.utmPreset.findMany({
    where: { accountId },
    select: listed,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(present);
}

/**
 * Saves campaign parameters under a name. Throws `validation_failed` for a name that another preset of the account has, in whatever
 * case, and `quota_exceeded` when the account has `maxUtmPresets`.
 */
export function createUtmPreset({ accountId }: Caller, { name, utm }: NewUtmPreset): Promise<UtmPreset> {
  return change(accountId, async (tx) => {
    const others = await listNames(tx, accountId);
    if (others.length >= maxUtmPresets) throw noRoom(others.length);
    requireFreeName(name, others);
    const data = { id: newId(), accountId, name, utm: utm as Prisma.InputJsonObject };
    return present(await tx.utmPreset.create({ data, select: listed }));
  });
}

/** Renames a campaign preset. Throws `not_found`, also for another account's, and `validation_failed` for a name that is used. */
export function renameUtmPreset(
  { accountId }: Caller,
  id: string,
  { name }: { name: string },
): Promise<UtmPreset> {
  return change(accountId, async (tx) => {
    const presets = await listNames(tx, accountId);
    if (!isId(id) || !presets.some((preset) => preset.id === id)) throw notFound();
    requireFreeName(
      name,
      presets.filter((preset) => preset.id !== id),
    );
    return present(await tx.utmPreset.update({ where: { id, accountId }, data: { name }, select: listed }));
  });
}

/** Deletes a campaign preset; codes keep their parameters. Throws `not_found`, also for another account's. */
export async function deleteUtmPreset({ accountId }: Caller, id: string): Promise<void> {
  const { count } = isId(id) ? await db.utmPreset.deleteMany({ where: { id, accountId } }) : { count: 0 };
  if (count === 0) throw notFound();
}

/** One change of an account's presets at a time, so that names stay apart and the number bounded. */
function change<T>(accountId: string, work: (tx: PrismaTransaction) => Promise<T>): Promise<T> {
  return prismaTransaction(async (tx) => {
    await lockAccount(tx, accountId);
    return work(tx);
  }, accountId).catch((error: unknown) => {
    throw isSqlState(error, "23503") ? accountGone() : error;
  });
}

const listNames = (tx: PrismaTransaction, accountId: string) =>
  tx.utmPreset.findMany({ where: { accountId }, select: { id: true, name: true } });

function requireFreeName(name: string, others: readonly { name: string }[]): void {
  const fold = (text: string) => text.normalize("NFKC").toLowerCase();
  if (!others.some((other) => fold(other.name) === fold(name))) return;
  const message = "Another preset has this name. Choose another one.";
  throw fieldError("validation_failed", { field: "name", code: "repeated", message });
}

function noRoom(used: number): ServiceError {
  const message = `All ${maxUtmPresets} presets are used. Delete one to make room.`;
  const bounds = { limit: maxUtmPresets, used };
  return fieldError("quota_exceeded", { field: "presets", code: "quota_exceeded", message, ...bounds });
}

function present({ id, name, utm }: { id: string; name: string; utm: Prisma.JsonValue }): UtmPreset {
  return { id, name, utm: utm as Utm };
}

function notFound(): ServiceError {
  return new ServiceError("not_found", "There is no such preset");
}
