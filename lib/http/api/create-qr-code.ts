import { createCode, previewCode } from "@/lib/codes/create";
import { validateNewCode } from "@/lib/codes/draft";
import { omitPictures, redrawPictures } from "@/lib/codes/redraw";
import type { DrawnCode } from "@/lib/codes/schema";
import { env } from "@/lib/platform/env";
import { endpoint } from "../endpoint";
import type { Repeat } from "../idempotency";
import { createQrCode } from "./qr-code-contracts";

const presentNew = (code: DrawnCode) => ({
  json: code,
  headers: { Location: `${env.baseUrl}${createQrCode.path}/${code.id}` },
});

/** Stores answers without pictures, which are most of their bytes, and draws them again. */
export const repeatOne: Repeat<DrawnCode> = {
  shorten: (code) => omitPictures([code])[0],
  complete: async (caller, code) => (await redrawPictures(caller, [code]))[0],
};

export const create = endpoint(
  createQrCode,
  async ({ caller, query, body, storeResponse }) =>
    query.dryRun
      ? { json: await previewCode(caller, body) }
      : presentNew(await createCode(caller, body, (tx, code) => storeResponse(tx, presentNew(code)))),
  { repeat: repeatOne, validate: validateNewCode },
);
