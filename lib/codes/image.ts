import { createHash } from "node:crypto";
import type { Caller } from "@/lib/accounts/schema";
import { mediaTypes, renderPicture, renderStored } from "@/lib/pictures";
import { renameFields, ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { drawingRelease } from "@/lib/qr/release";
import type { Scannability } from "@/lib/qr/schema";
import { payloadOf } from "./draft";
import { requireMeasured } from "./least-module";
import { getRow } from "./read";
import type { CodeRow } from "./rows";
import type { CodeImageQuery } from "./schema";

/** A code's picture as a file; without it where the client has this very picture. */
type CodeImage = ImageFacts & ({ notModified: true } | { notModified: false; bytes: Buffer });

interface ImageFacts {
  mediaType: string;
  /** The code's name, free of what file systems refuse, with the format as its ending. */
  fileName: string;
  /** Changes with anything that the picture is drawn from. */
  tag: string;
  /** When the code last changed, as its answers say it. */
  updatedAt: string;
}

interface ImageRequest extends CodeImageQuery {
  /** Printed width of a PDF in millimetres, frame included; left out: as wide as the picture on a screen. */
  mm?: number | undefined;
  /** A thumbnail: `size` pixels, or as many more as the code needs. */
  thumb?: "1" | undefined;
}

interface Asker {
  /** Whether the client has the picture of this tag: then it is not drawn. */
  hasTag?: (tag: string) => boolean;
  /** Draws when it is the asker's turn; at once where left out. */
  take?: <T>(draw: () => Promise<T>) => Promise<T>;
}

/**
 * Draws a stored code as it is, or `size` pixels wide with frame and logo in proportion; a PDF `mm` wide. Throws `not_found`;
 * `size_too_small` for a PNG smaller than the code's least size, which is named; `unavailable`.
 */
export async function renderCode(
  caller: Caller,
  id: string,
  { format, size, mm, thumb }: ImageRequest,
  { hasTag = () => false, take = (draw) => draw() }: Asker = {},
): Promise<CodeImage> {
  const row = await getRow(caller, id);
  const request = {
    payload: payloadOf(row),
    settings: row.settings,
    format,
    title: row.name,
    ...(size !== undefined && { size }),
    ...(mm !== undefined && { widthMm: mm }),
    ...(thumb && { mayGrow: true }),
  };
  const tag = createHash("sha256")
    .update(JSON.stringify([drawingRelease, request]))
    .digest("base64url");
  const mediaType = mediaTypes[format];
  const image = {
    mediaType,
    fileName: nameFile(row.name, format),
    tag,
    updatedAt: row.updatedAt.toISOString(),
  };
  if (hasTag(tag)) return { ...image, notModified: true };
  // An old code is measured first, which draws it as well: both are one turn.
  const drawn = async () => {
    const isSized = format === "png" && size !== undefined;
    const { leastModule } = isSized ? await requireMeasured(caller, row) : { leastModule: 0 };
    return renderStored({ ...request, owner: caller.accountId, leastModule });
  };
  try {
    return { ...image, notModified: false, bytes: await take(drawn) };
  } catch (fault) {
    // The size of an image is a parameter of its own, not the code's setting.
    if (size === undefined || !(fault instanceof ServiceError)) throw fault;
    throw renameFields(fault, (text) => text.replaceAll("settings.size", "size"));
  }
}

const longestName = 100;
/** What Windows refuses in a name, and what makes the ending of a name appear in its middle. */
const unsafe = /[\\/:*?"<>|]|\p{Bidi_Control}/gu;

function nameFile(name: CodeRow["name"], format: string): string {
  const safe = [...name.replaceAll(unsafe, "-")].slice(0, longestName).join("");
  const trimmed = safe.replaceAll(/^[\s.]+|[\s.]+$/g, "");
  return `${trimmed === "" ? "code" : trimmed}.${format}`;
}

/** The same pixels get the same grade everywhere, so that one is kept for as long as there is room. */
const grades = oncePerProcess("code-grades", () => new Map<string, Scannability | null>());
const mostGrades = 2_000;

/**
 * How well a stored code reads, as its finished picture shows; null where that does not give its content back, or where the
 * rules of today refuse what it holds. Throws `not_found`; `unavailable`.
 */
export async function gradeCode(caller: Caller, id: string): Promise<Scannability | null> {
  const { type, content, shortCode, slug, host, settings } = await getRow(caller, id);
  const payload = await orNull(() => payloadOf({ type, content, shortCode, slug, host }));
  if (payload === null) return null;
  const key = createHash("sha256")
    .update(JSON.stringify([payload, settings]))
    .digest("base64url");
  const known = grades.get(key);
  if (known !== undefined) return known;
  const request = { owner: caller.accountId, payload, settings, format: "png", grade: true } as const;
  const grade = await orNull(async () => (await renderPicture(request)).scannability ?? null);
  keep(key, grade);
  return grade;
}

/** What is refused for what it is gives null; what could not be told now is thrown. */
async function orNull<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof ServiceError) || fault.code === "unavailable") throw fault;
    return null;
  }
}

function keep(key: string, grade: Scannability | null): void {
  grades.set(key, grade);
  const [oldest] = grades.keys();
  if (grades.size > mostGrades && oldest !== undefined) grades.delete(oldest);
}
