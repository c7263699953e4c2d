import * as codes from "@/lib/codes";
import { createCodes, listMade, type MadeCode, previewCodes } from "@/lib/codes/bulk";
import { omitPictures, redrawPictures } from "@/lib/codes/redraw";
import type { BulkAnswer } from "@/lib/codes/schema";
import { listTargets, restoreTarget } from "@/lib/codes/target-history";
import { presentFileName } from "@/lib/platform/http";
import { resolveCode } from "@/lib/redirect/resolve";
import { type Endpoint, endpoint } from "../endpoint";
import type { Repeat } from "../idempotency";
import { create, repeatOne } from "./create-qr-code";
import * as contracts from "./qr-code-contracts";
import { matchesTag } from "./view-headers";

const list = endpoint(contracts.listQrCodes, async ({ caller, query }) => ({
  json: await (query.cursor === undefined
    ? codes.listCodes(caller, query)
    : codes.listCodesBehind(caller, { ...query, cursor: query.cursor })),
}));

const get = endpoint(contracts.getQrCode, async ({ caller, params }) => ({
  json: await codes.getCode(caller, params.id),
}));

const update = endpoint(
  contracts.updateQrCode,
  async ({ caller, params, body }) => ({ json: await codes.updateAnsweredCode(caller, params.id, body) }),
  { validate: codes.validateCodeChange },
);

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
  async ({ caller, query, body, storeResponse, progress }) =>
    presentBulk(
      query.dryRun
        ? await previewCodes(caller, body.qrCodes)
        : await createCodes(
            caller,
            body.qrCodes,
            (tx, answer) => storeResponse(tx, presentBulk(answer)),
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

const targets = endpoint(contracts.listTargets, async ({ caller, params }) => ({
  json: await listTargets(caller, params.id),
}));

const restore = endpoint(
  contracts.restoreTarget,
  async ({ caller, params, storeResponse }) => ({
    json: await restoreTarget(caller, params.id, params.targetId, (tx, json) => storeResponse(tx, { json })),
  }),
  { repeat: repeatOne },
);

const resolve = endpoint(contracts.resolveQrCode, async ({ caller, params, body }) => ({
  json: await resolveCode(caller, params.id, body),
}));

export const qrCodeEndpoints: readonly Endpoint[] = [
  create,
  list,
  get,
  update,
  remove,
  createMany,
  removeMany,
  image,
  targets,
  restore,
  resolve,
];
