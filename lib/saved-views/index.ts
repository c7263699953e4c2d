import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { db, isSqlState, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { maxViews, type NewView, type SavedView, type ViewPage } from "./schema";

/** The user's views of a page, by name. */
export async function listViews(caller: Caller, page: ViewPage): Promise<SavedView[]> {
  const views = await db.savedView.findMany({
    where: { userId: userOf(caller), page },
    select: { id: true, name: true, query: true },
  });
  const { compare } = new Intl.Collator("en-GB", { numeric: true });
  return views.sort((one, other) => compare(one.name, other.name) || compare(one.id, other.id));
}

/** Saves a view. Throws `quota_exceeded` when the user has `maxViews`. */
export async function createView(caller: Caller, { page, name, query }: NewView): Promise<void> {
  const userId = userOf(caller);
  await prismaTransaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await requireRoom(tx, userId);
    await tx.savedView.create({ data: { id: newId(), userId, page, name, query }, select: { id: true } });
  }, caller.accountId).catch((error: unknown) => {
    throw isSqlState(error, "23503") ? accountGone() : error;
  });
}

async function requireRoom(tx: PrismaTransaction, userId: string): Promise<void> {
  const used = await tx.savedView.count({ where: { userId } });
  if (used < maxViews) return;
  const message = `All ${maxViews} saved views of Codes and Analytics are used. Delete one to make room.`;
  const bounds = { limit: maxViews, used };
  throw fieldError("quota_exceeded", { field: "views", code: "quota_exceeded", message, ...bounds });
}

/** Renames a view or replaces its query. Throws `not_found`, also for another user's. */
export async function changeView(
  caller: Caller,
  id: string,
  change: { name: string } | { query: string },
): Promise<void> {
  const where = { id, userId: userOf(caller) };
  const { count } = isId(id) ? await db.savedView.updateMany({ where, data: change }) : { count: 0 };
  if (count === 0) throw notFound();
}

/** Deletes a view. Throws `not_found`, also for another user's. */
export async function deleteView(caller: Caller, id: string): Promise<void> {
  const where = { id, userId: userOf(caller) };
  const { count } = isId(id) ? await db.savedView.deleteMany({ where }) : { count: 0 };
  if (count === 0) throw notFound();
}

/** Prisma reads an undefined id as no filter at all. */
function userOf({ userId }: Caller): string {
  if (userId === undefined) throw new Error("Saved views belong to a signed-in user");
  return userId;
}

function notFound(): ServiceError {
  return new ServiceError("not_found", "There is no such view");
}
