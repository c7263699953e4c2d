import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { checkLook } from "@/lib/codes";
import { type Picture, renderPicture } from "@/lib/pictures";
import { db, isSqlState, type Prisma, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { Settings } from "@/lib/qr/schema";
import { listPresetRows } from "./queries";
import { type ListedPreset, maxPresets, type NewPreset, type Preset } from "./schema";

export { createUtmPreset, deleteUtmPreset, listUtmPresets, renameUtmPreset } from "./utm-presets";

/** The account's presets, oldest first. */
export function listPresets({ accountId }: Caller): Promise<ListedPreset[]> {
  return listPresetRows(accountId);
}

/** A preset with its logo's picture. Throws `not_found`, also for another account's. */
export async function getPreset({ accountId }: Caller, id: string): Promise<Preset> {
  if (!isId(id)) throw notFound();
  const preset = await db.stylePreset.findFirst({
    where: { id, accountId },
    select: { id: true, name: true, settings: true },
  });
  if (preset === null) throw notFound();
  return { ...preset, settings: preset.settings as Settings };
}

/**
 * Saves a look as a preset. Throws what a code with this look would be refused for, and `quota_exceeded` when the account has
 * `maxPresets`.
 */
export async function createPreset(caller: Caller, { name, settings }: NewPreset): Promise<ListedPreset> {
  const { accountId } = caller;
  const look = await checkLook(caller, settings);
  const id = newId();
  await prismaTransaction(async (tx) => {
    await lockAccount(tx, accountId);
    await requireRoom(tx, accountId);
    const data = { id, accountId, name, settings: look as Prisma.InputJsonObject };
    await tx.stylePreset.create({ data, select: { id: true } });
  }, accountId).catch((error: unknown) => {
    throw isSqlState(error, "23503") ? accountGone() : error;
  });
  return { id, name, settings: withoutPicture(look) };
}

async function requireRoom(tx: PrismaTransaction, accountId: string): Promise<void> {
  const used = await tx.stylePreset.count({ where: { accountId } });
  if (used < maxPresets) return;
  const message = `All ${maxPresets} presets are used. Delete one to make room.`;
  const bounds = { limit: maxPresets, used };
  throw fieldError("quota_exceeded", { field: "presets", code: "quota_exceeded", message, ...bounds });
}

/** Renames a preset. Throws `not_found`, also for another account's. */
export async function renamePreset(
  caller: Caller,
  id: string,
  { name }: { name: string },
): Promise<ListedPreset> {
  const { accountId } = caller;
  if (!isId(id)) throw notFound();
  const [preset] = await db.stylePreset.updateManyAndReturn({
    where: { id, accountId },
    data: { name },
    select: { settings: true },
  });
  if (preset === undefined) throw notFound();
  return { id, name, settings: withoutPicture(preset.settings as Settings) };
}

/** Deletes a preset; codes keep the look they got from it. Throws `not_found`, also for another account's. */
export async function deletePreset({ accountId }: Caller, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  const { count } = await db.stylePreset.deleteMany({ where: { id, accountId } });
  if (count === 0) throw notFound();
}

/** The usual size of a code in pixels, and the largest, for presets whose details need more pixels than that. */
const sampleSizes = [1_024, 4_096];

/** A preset's look on a small code, as a PNG. Throws `not_found` and what drawing throws. */
export async function drawPreset(caller: Caller, id: string): Promise<Pick<Picture, "bytes" | "mediaType">> {
  const { settings } = await getPreset(caller, id);
  const draw = (size: number | undefined) =>
    renderPicture({
      owner: caller.accountId,
      payload: env.baseUrl,
      settings: { ...settings, size },
      format: "png",
      grade: false,
    });
  return draw(sampleSizes[0]).catch((fault) => {
    if (fault instanceof ServiceError && fault.code !== "unavailable") return draw(sampleSizes[1]);
    throw fault;
  });
}

function withoutPicture({ logo, ...settings }: Settings): Settings {
  if (!logo) return settings;
  const { dataUrl: _, ...listed } = logo;
  return { ...settings, logo: listed };
}

function notFound(): ServiceError {
  return new ServiceError("not_found", "There is no such preset");
}
