import { lockAccount } from "@/lib/accounts";
import { accountGone, type Caller } from "@/lib/accounts/schema";
import { checkLook } from "@/lib/codes";
import { type Picture, renderPicture } from "@/lib/pictures";
import { db, isSqlState, type Prisma, type PrismaTransaction, prismaTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import type { Settings } from "@/lib/qr/schema";
import type { Utm } from "@/lib/routes";
import { listPresetRows } from "./queries";
import {
  type ListedPreset,
  maxPresets,
  maxUtmPresets,
  type NewPreset,
  type NewUtmPreset,
  type Preset,
  type UtmPreset,
} from "./schema";

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

const listedUtm = { id: true, name: true, utm: true } as const;

/** The account's campaign presets, oldest first. */
export async function listUtmPresets({ accountId }: Caller): Promise<UtmPreset[]> {
  const rows = await db.utmPreset.findMany({
    where: { accountId },
    select: listedUtm,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(presentUtm);
}

/**
 * Saves campaign parameters under a name. Throws `validation_failed` for a name that another preset of the account has, in whatever
 * case, and `quota_exceeded` when the account has `maxUtmPresets`.
 */
export function createUtmPreset({ accountId }: Caller, { name, utm }: NewUtmPreset): Promise<UtmPreset> {
  return changeInTurn(accountId, async (tx) => {
    const others = await listNames(tx, accountId);
    if (others.length >= maxUtmPresets) throw noRoom(others.length);
    requireFreeName(name, others);
    const data = { id: newId(), accountId, name, utm: utm as Prisma.InputJsonObject };
    return presentUtm(await tx.utmPreset.create({ data, select: listedUtm }));
  });
}

/** Renames a campaign preset. Throws `not_found`, also for another account's, and `validation_failed` for a name that is used. */
export function renameUtmPreset(
  { accountId }: Caller,
  id: string,
  { name }: { name: string },
): Promise<UtmPreset> {
  return changeInTurn(accountId, async (tx) => {
    const presets = await listNames(tx, accountId);
    if (!isId(id) || !presets.some((preset) => preset.id === id)) throw notFound();
    requireFreeName(
      name,
      presets.filter((preset) => preset.id !== id),
    );
    return presentUtm(
      await tx.utmPreset.update({ where: { id, accountId }, data: { name }, select: listedUtm }),
    );
  });
}

/** Deletes a campaign preset; codes keep their parameters. Throws `not_found`, also for another account's. */
export async function deleteUtmPreset({ accountId }: Caller, id: string): Promise<void> {
  const { count } = isId(id) ? await db.utmPreset.deleteMany({ where: { id, accountId } }) : { count: 0 };
  if (count === 0) throw notFound();
}

/** One change of an account's presets at a time, so that names stay apart and the number bounded. */
function changeInTurn<T>(accountId: string, work: (tx: PrismaTransaction) => Promise<T>): Promise<T> {
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

function presentUtm({ id, name, utm }: { id: string; name: string; utm: Prisma.JsonValue }): UtmPreset {
  return { id, name, utm: utm as Utm };
}
