import type { Caller } from "@/lib/accounts/schema";
import { type Picture, renderPicture } from "@/lib/pictures";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { getPreset } from "./presets";

/** The usual size of a code, and the largest, where a preset's pixels are too many for that. */
const sizes = [1_024, 4_096];

/** A look on a small code, as a PNG. Throws `not_found`, for another's as for none, and what drawing it throws. */
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
  return draw(sizes[0]).catch((fault) => {
    if (fault instanceof ServiceError && fault.code !== "unavailable") return draw(sizes[1]);
    throw fault;
  });
}
