import type { Caller } from "@/lib/accounts/schema";
import { encodeContent } from "@/lib/content";
import { renderStored } from "@/lib/pictures/render";
import { createYield } from "@/lib/platform/concurrency";
import type { DrawnCode } from "./schema";

/** Drawing yields to other requests after this time, plus the picture it is drawing. */
const longestMs = 4;

/** Codes as they were answered, without their pictures: what is kept of an answer that may be asked for again. */
export function omitPictures(codes: readonly DrawnCode[]): DrawnCode[] {
  return codes.map((code) => ({ ...code, qrImage: "" }));
}

/**
 * The same codes with their pictures, drawn again: from the same symbol and settings they are the same bytes. Throws
 * `unavailable` when a picture could not be drawn for want of time.
 */
export async function redrawPictures(caller: Caller, codes: readonly DrawnCode[]): Promise<DrawnCode[]> {
  const yieldIfDue = createYield(longestMs);
  const drawn: DrawnCode[] = [];
  for (const code of codes) {
    await yieldIfDue();
    drawn.push({ ...code, qrImage: await drawPicture(caller, code) });
  }
  return drawn;
}

async function drawPicture({ accountId }: Caller, code: DrawnCode): Promise<string> {
  const { type, content, shortUrl, settings } = code;
  const payload = shortUrl ?? encodeContent(type, content).payload;
  const bytes = await renderStored({ owner: accountId, payload, settings, format: "png", leastModule: 0 });
  return `data:image/png;base64,${bytes.toString("base64")}`;
}
