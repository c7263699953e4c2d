import type { Caller } from "@/lib/accounts/schema";
import { judgeCode, renderPicture } from "@/lib/pictures";
import { mergeErrors } from "@/lib/platform/errors";
import type { Settings } from "@/lib/qr/schema";
import { lookSchema } from "../schema";
import { dropSpareLogo, sparse } from "./settings";

/** As long as the short URL of a dynamic code. */
const sample = "https://example.com/r/abcd1234";
const sampleSize = 512;
/** What is too wide for the largest picture is too wide for every one. */
const largestSize = 4096;

/**
 * A look for codes that are still to come, as it is kept. Without a size, so of the pixels of its frame and its logo only
 * what fits no picture is refused; a frame is kept on every plan. Throws everything that it is refused for at once, as
 * drawing a code with it would: `contrast_too_low`, `invalid_logo`, `not_scannable`, `unavailable`.
 */
export async function checkLook(caller: Caller, look: Settings): Promise<Settings> {
  const { size: _, ...settings } = sparse(look);
  const [fault, ...faults] = judgeCode(
    { type: "text", content: sample, settings: { ...settings, size: largestSize } },
    { types: ["text"], settings: lookSchema, encode: () => sample },
  );
  if (fault) throw mergeErrors([fault, ...faults]);
  await renderPicture({
    owner: caller.accountId,
    payload: sample,
    settings: { ...dropPixels(settings), size: sampleSize },
    format: "png",
    grade: false,
  });
  return dropSpareLogo(settings);
}

/** Frame and logo in the proportions that they have when nothing is said of them. */
function dropPixels({ frame, logo, ...settings }: Settings): Settings {
  return {
    ...settings,
    ...(frame && { frame: { ...frame, size: null } }),
    ...(logo && { logo: { ...logo, size: null } }),
  };
}
