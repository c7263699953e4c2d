import * as codes from "@/lib/codes";
import { createCodes, listMade, type MadeCode, previewCodes } from "@/lib/codes/bulk";
import { omitPictures, redrawPictures } from "@/lib/codes/redraw";
import type { BulkAnswer, DrawnCode } from "@/lib/codes/schema";
import { env } from "@/lib/platform/env";
import { presentFileName } from "@/lib/platform/file-name";
import { type Endpoint, endpoint } from "../endpoint";
import type { Repeat } from "../steps/answer-once";
import * as contracts from "./qr-code-contracts";
import { matchesTag } from "./view-headers";

const presentNew = (code: DrawnCode) => ({
  json: code,
  headers: { Location: `${env.baseUrl}${contracts.createQrCode.path}/${code.id}` },
});

/** Pictures are not kept: they would be most of an answer, and are drawn again as they were. */
export const repeatOne: Repeat<DrawnCode> = {
  shorten: (code) => omitPictures([code])[0],
  complete: async (caller, code) => (await redrawPictures(caller, [code]))[0],
};

const create = endpoint(
  contracts.createQrCode,
  async ({ caller, query, body, seal }) =>
    query.dryRun
      ? { json: await codes.previewCode(caller, body) }
      : presentNew(await codes.createCode(caller, body, (tx, code) => seal(tx, presentNew(code)))),
  { repeat: repeatOne },
);

const list = endpoint(contracts.listQrCodes, async ({ caller, query }) => ({
  json: await codes.listCodes(caller, query),
}));

const get = endpoint(contracts.getQrCode, async ({ caller, params }) => ({
  json: await codes.getCode(caller, params.id),
}));

const update = endpoint(contracts.updateQrCode, async ({ caller, params, body }) => ({
  json: await codes.updateAnsweredCode(caller, params.id, body),
}));

const remove = endpoint(contracts.deleteQrCode, async ({ caller, params }) => {
  await codes.deleteCode(caller, params.id);
  return { empty: true };
});

/** An answer with items that wait for a less busy moment is not the last one. */
const presentBulk = (answer: BulkAnswer) => ({
  json: answer,
  status: answer.created.length > 0 ? contracts.createQrCodes.success.status : 200,
  ...(answer.errors.some(({ code }) => code === "unavailable") && { unfinished: listMade(answer) }),
});

const repeatBulk: Repeat<BulkAnswer> = {
  shorten: (answer) => ({ ...answer, created: omitPictures(answer.created) }),
  complete: async (caller, answer) => ({
    ...answer,
    created: await redrawPictures(caller, answer.created),
  }),
  isResumable: true,
};

const createMany = endpoint(
  contracts.createQrCodes,
  async ({ caller, query, body, seal, progress }) =>
    presentBulk(
      query.dryRun
        ? await previewCodes(caller, body.qrCodes)
        : await createCodes(
            caller,
            body.qrCodes,
            (tx, answer) => seal(tx, presentBulk(answer)),
            progress as MadeCode[] | undefined,
          ),
    ),
  { repeat: repeatBulk },
);

const removeMany = endpoint(contracts.deleteQrCodes, async ({ caller, body }) => ({
  json: await codes.deleteCodes(caller, body.qrCodeIds),
}));

const image = endpoint(contracts.getQrCodeImage, async ({ caller, params, query, headers }) => {
  const known = headers["if-none-match"];
  const picture = await codes.renderCode(caller, params.id, query, {
    hasTag: (tag) => matchesTag(known, tag),
  });
  const imageHeaders = {
    ETag: `W/"${picture.tag}"`,
    "Cache-Control": "no-store",
    "Content-Disposition": presentFileName(picture.fileName),
  };
  if (picture.notModified) return { notModified: true, headers: imageHeaders };
  const { bytes, mediaType } = picture;
  return { bytes, mediaType, headers: imageHeaders };
});

/** The stored codes of the authenticated interface. */
export const qrCodeEndpoints: readonly Endpoint[] = [
  create,
  list,
  get,
  update,
  remove,
  createMany,
  removeMany,
  image,
];
