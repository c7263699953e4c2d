import { findPublicImage } from "@/lib/codes/public-image";
import { recordGoal } from "@/lib/goals";
import type { RecordedGoal } from "@/lib/goals/schema";
import { env } from "@/lib/platform/env";
import { fieldError, mergeErrors, ServiceError } from "@/lib/platform/errors";
import {
  createPublicCode,
  drawAdHocImage,
  isEncodable,
  readAdHocImage,
  validateAdHocImage,
  validatePublicCode,
  viewPublicCode,
} from "@/lib/public-codes";
import type { AdHocImageQuery } from "@/lib/public-codes/schema";
import { countUnknown } from "@/lib/redirect/redirect";
import { type Endpoint, endpoint } from "../endpoint";
import { describeApi } from "../openapi/document";
import { countImage } from "../rate-limits";
import { describeInterface } from "./description";
import { recordPublicGoal } from "./goal-contracts";
import * as contracts from "./public-contracts";
import { matchesTag, presentDescription, presentImage, presentView } from "./view-headers";

const post = endpoint(
  contracts.createPublicQrCode,
  async ({ body, query }) => ({
    json: await createPublicCode({ ...body, grade: query.grade === "true" }, new Date()),
  }),
  { validate: validatePublicCode },
);

let description: ReturnType<typeof describeInterface> | undefined;

const get = endpoint(
  contracts.getPublicQrCode,
  async ({ query, ignored }) => {
    const { type } = query;
    const content = chooseContent(query, (content) => validatePublicCode({ type, content }));
    const grade = query.grade === "true";
    return { json: await createPublicCode({ type, content, grade, ignored }, new Date()) };
  },
  {
    runBare: () => {
      description ??= describeInterface(env.baseUrl);
      return description;
    },
    validate: (input) => [
      ...validateAlternatives(input),
      ...validatePublicCode({ type: input.type, content: input.content ?? input.data }),
    ],
  },
);

const readImage = (query: AdHocImageQuery) =>
  readAdHocImage(
    query,
    chooseContent(query, (content) => validateAdHocImage({ ...query, content })),
  );

const image = endpoint(
  contracts.getPublicQrCodeImage,
  async ({ query, headers }) => {
    const wanted = readImage(query);
    const { bytes, mediaType } = await drawAdHocImage(wanted);
    const imageHeaders = presentImage(wanted.tag);
    if (matchesTag(headers["if-none-match"], wanted.tag)) return { notModified: true, headers: imageHeaders };
    return { bytes, mediaType, headers: imageHeaders };
  },
  {
    validate: (input) => [...validateAlternatives(input), ...validateAdHocImage(input)],
    findUnchanged: ({ query, headers }) => {
      const wanted = readImage(query);
      const known = headers["if-none-match"];
      // `*` names whatever there is: whether there is any is known once it is drawn.
      const isKnown = known?.trim() !== "*" && matchesTag(known, wanted.tag);
      if (!isKnown || !isEncodable(wanted)) return undefined;
      return { notModified: true, headers: presentImage(wanted.tag) };
    },
  },
);

const view = endpoint(contracts.viewPublicQrCode, async ({ params, headers }) => {
  const found = await viewPublicCode(params.shortCode);
  const viewHeaders = presentView(params.shortCode, found);
  if (matchesTag(headers["if-none-match"], params.shortCode))
    return { notModified: true, headers: viewHeaders };
  return { bytes: found.png, headers: viewHeaders };
});

const publicImage = endpoint(contracts.getPublicImage, async ({ params, query, headers, clientAddress }) => {
  const found = await findPublicImage(params.file, query, {
    hasTag: (tag) => matchesTag(headers["if-none-match"], tag),
    countDrawing: () => countImage(clientAddress),
    countUnknown: () => refuseGuesses(clientAddress),
  });
  if ("redirect" in found) return found;
  const imageHeaders = { ...presentImage(found.tag), "Cache-Control": "public, max-age=300" };
  if (found.notModified) return { notModified: true, headers: imageHeaders };
  return { bytes: found.bytes, mediaType: found.mediaType, headers: imageHeaders };
});

const openApi = endpoint(contracts.describePublicInterface, async ({ headers }) =>
  presentDescription(describeApi("public", env.baseUrl), headers["if-none-match"]),
);

/** A goal that the scan had already is 200. */
export const presentGoal = (json: RecordedGoal) => ({ json, status: json.recorded ? 201 : 200 });

const goal = endpoint(recordPublicGoal, async ({ body }) => presentGoal(await recordGoal(body, null)));

export const publicEndpoints: readonly Endpoint[] = [get, post, image, view, publicImage, goal, openApi];

function chooseContent(
  query: { content?: string | undefined; data?: string | undefined },
  validate: (content: string) => ServiceError[],
): string {
  const content = query.content ?? query.data ?? "";
  const [fault] = validateAlternatives(query);
  if (fault === undefined) return content;
  throw mergeErrors([fault, ...(content === "" ? [] : validate(content))]);
}

/** `content` and `data` are two names for one parameter: exactly one of them is sent. */
function validateAlternatives(query: { content?: unknown; data?: unknown }): ServiceError[] {
  const { content, data } = query;
  if ((content === undefined) !== (data === undefined)) return [];
  const detail =
    content === undefined
      ? { field: "content", code: "required", message: "content is required" }
      : {
          field: "data",
          code: "not_allowed",
          message: "content and data are two names for one parameter; send one",
        };
  return [fieldError("validation_failed", detail)];
}

/** Counts an unknown name of a public image, as unknown short URLs are counted; throws `rate_limited`. */
async function refuseGuesses(clientAddress: string): Promise<void> {
  const retryAfterSeconds = await countUnknown(clientAddress);
  if (retryAfterSeconds === 0) return;
  const message = `Too many unknown addresses; try again in ${retryAfterSeconds} seconds`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds });
}
