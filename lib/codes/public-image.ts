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
import { findPublicImageRow } from "./queries.read";
import { styleOf } from "./rows";
import { type PublicImageQuery, publicImageSizes } from "./schema";

/** Bytes of pictures that one process keeps. */
const maxCachedBytes = 16 * 1024 * 1024;

/** Pictures by their tag, which says everything that they are drawn from. */
const cache = oncePerProcess(
  "public-images",
  () =>
    new LRUCache<string, Buffer>({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => length + 200 }),
);

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
  query: PublicImageQuery,
  { hasTag, countDrawing, countUnknown }: ImageRequest,
): Promise<PublicImage> {
  const [, path = "", format] = /^([A-Za-z0-9_-]{1,64})\.(png|svg)$/.exec(name) ?? [];
  const found = format === undefined ? undefined : await findPublicImageRow(path);
  if (found === undefined) {
    await countUnknown();
    throw noImage();
  }
  const { row, ...owner } = found;
  const ownName = row.shortCode ?? row.id;
  if (path !== ownName) {
    const size = query.size === undefined ? "" : `?size=${query.size}`;
    return { redirect: publicImageUrl(ownName, format as "png" | "svg") + size };
  }
  const request = {
    payload: payloadOf(row),
    settings: row.settings,
    format: format as "png" | "svg",
    size: query.size ?? Math.min(styleOf(row).size, publicImageSizes.max),
  };
  const tag = createHash("sha256")
    .update(JSON.stringify([drawingRelease, request]))
    .digest("base64url");
  if (hasTag(tag)) return { tag, notModified: true };
  const image = { tag, notModified: false as const, mediaType: mediaTypes[request.format] };
  const known = cache.get(tag);
  if (known !== undefined) return { ...image, bytes: known };
  await countDrawing();
  try {
    const { leastModule } = format === "png" ? await requireMeasured(owner, row) : { leastModule: 0 };
    const bytes = await renderStored({ ...request, owner: publicOwner, leastModule });
    cache.set(tag, bytes);
    return { ...image, bytes };
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
