import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { mediaTypes, renderStored } from "@/lib/pictures";
import { publicOwner } from "@/lib/pictures/schema";
import { publicImageUrl } from "@/lib/platform/env";
import { renameFields, ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { drawingRelease } from "@/lib/qr/release";
import { payloadOf } from "./draft";
import { requireMeasured } from "./least-module";
import { findPublicImageHead, findPublicImageRow, type PublicImageHead } from "./queries.read";
import { type CodeRow, styleOf } from "./rows";
import { type PublicImageQuery, publicImageSizes } from "./schema";

/** Bytes of pictures that one process keeps. */
const maxCachedBytes = 16 * 1024 * 1024;

/** Pictures by their tag, which says everything that they are drawn from. */
const pictures = oncePerProcess(
  "public-images",
  () =>
    new LRUCache<string, Buffer>({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => length + 200 }),
);

/** Tags by code, version, format and size, so that the settings, which may hold a logo, are read once per version. */
const tags = oncePerProcess("tags-of-public-images", () => new LRUCache<string, string>({ max: 20_000 }));

export type PublicImage =
  | { redirect: string }
  | { tag: string; notModified: true }
  | { tag: string; notModified: false; bytes: Buffer; mediaType: string };

interface ImageRequest {
  /** Whether the client has the picture of this tag: then it is not drawn. */
  hasTag: (tag: string) => boolean;
  /** Count a drawing, or an unknown name, for the client; they throw where it has had too many. */
  countDrawing: () => Promise<void>;
  countUnknown: () => Promise<void>;
}

/**
 * The public image of a stored code by its file name: `<short code>.png`, or `<id>.png` of a static code; `.svg` works, too. A slug of
 * the service's host redirects to it. The database is asked at each request whether there is one. Throws `not_found`, `size_too_small`
 * with the code's least size, `unavailable`, and `rate_limited`.
 */
export async function findPublicImage(
  name: string,
  { size }: PublicImageQuery,
  request: ImageRequest,
): Promise<PublicImage> {
  const [, path = "", ending] = /^([A-Za-z0-9_-]{1,64})\.(png|svg)$/.exec(name) ?? [];
  const head = ending === undefined ? undefined : await findPublicImageHead(path);
  if (head === undefined) {
    await request.countUnknown();
    throw noImage();
  }
  const format = ending as ImageFormat;
  const ownName = head.shortCode ?? head.id;
  if (path !== ownName)
    return { redirect: publicImageUrl(ownName, format) + (size === undefined ? "" : `?size=${size}`) };
  const nameVersion = (version: string) => `${head.id} ${version} ${format} ${size ?? ""}`;
  const known = findKnown(tags.get(nameVersion(head.version)), format, request);
  if (known !== undefined) return known;
  const row = await findPublicImageRow(head);
  if (row === undefined) throw noImage();
  const drawing = readDrawing(row, format, size);
  const tag = createHash("sha256")
    .update(JSON.stringify([drawingRelease, drawing]))
    .digest("base64url");
  tags.set(nameVersion(row.version), tag);
  return findKnown(tag, format, request) ?? draw(head, row, { drawing, tag, request });
}

type ImageFormat = "png" | "svg";

/** The answer for which nothing has to be drawn, if there is one. */
function findKnown(
  tag: string | undefined,
  format: ImageFormat,
  { hasTag }: ImageRequest,
): PublicImage | undefined {
  if (tag === undefined) return undefined;
  if (hasTag(tag)) return { tag, notModified: true };
  const bytes = pictures.get(tag);
  return bytes && { tag, notModified: false, mediaType: mediaTypes[format], bytes };
}

function readDrawing(row: CodeRow, format: ImageFormat, size: number | undefined) {
  return {
    payload: payloadOf(row),
    settings: row.settings,
    format,
    size: size ?? Math.min(styleOf(row).size, publicImageSizes.max),
  };
}

async function draw(
  owner: PublicImageHead,
  row: CodeRow,
  { drawing, tag, request }: { drawing: ReturnType<typeof readDrawing>; tag: string; request: ImageRequest },
): Promise<PublicImage> {
  const { format } = drawing;
  await request.countDrawing();
  try {
    const { leastModule } = format === "png" ? await requireMeasured(owner, row) : { leastModule: 0 };
    const bytes = await renderStored({ ...drawing, owner: publicOwner, leastModule });
    pictures.set(tag, bytes);
    return { tag, notModified: false, mediaType: mediaTypes[format], bytes };
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    throw renameFields(fault, (text) => text.replaceAll("settings.size", "size"));
  }
}

function noImage(): ServiceError {
  return new ServiceError("not_found", "There is no public image at this address", {
    hint: "Check its address, which is the code's imageUrl. The code's owner may have switched it off.",
  });
}
