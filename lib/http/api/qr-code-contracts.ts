import {
  bulkAnswerSchema,
  bulkDeletionRequestSchema,
  bulkDeletionSchema,
  bulkRequestSchema,
  codeChangeSchema,
  codeImageQuery,
  codeListQuery,
  codePageSchema,
  codeParams,
  createdCodeSchema,
  drawnCodeSchema,
  dryRunQuery,
  newCodeSchema,
  resolutionSchema,
  resolveSchema,
  storedCodeSchema,
  targetListSchema,
  targetParams,
} from "@/lib/codes/schema";
import { type Contract, contractOf } from "../contract";

const path = "/api/v1/qr-codes";
const tag = "QR codes";
const read = { permissions: ["qr:read"] } as const;
const write = { permissions: ["qr:write"] } as const;

/** Everything that drawing from a client's content can be refused for. */
const drawingErrors = [
  "validation_failed",
  "invalid_content",
  "invalid_url",
  "content_too_long",
  "size_too_small",
  "contrast_too_low",
  "invalid_logo",
  "not_scannable",
] as const;

/** What a slug can be refused for. */
const slugErrors = ["slug_reserved", "slug_taken", "domain_not_verified", "sandbox_forbidden"] as const;

const menu = {
  name: "Menu, table 4",
  type: "url",
  content: "https://example.com/menu",
  isDynamic: true,
  settings: { size: 512, color: { dark: "#0F172A" } },
};

const wifi = {
  name: "Guest WiFi",
  type: "wifi",
  content: '{"ssid":"Guests","password":"quiet-zone-4","security":"WPA2"}',
};

export const createQrCode = contractOf({
  id: "createQrCode",
  method: "POST",
  path,
  tag,
  access: write,
  summary: "Create a code",
  description:
    "Draws a code and stores it. A dynamic code holds a short URL, so that its content can be changed after printing. Its settings may bound that short URL in time and scans. A frame on a plan other than Pro is left out with a warning. With `dryRun=true` nothing is stored: the answer says what would be.",
  query: dryRunQuery,
  body: newCodeSchema,
  bodyExamples: {
    dynamic: { summary: "A dynamic code in colour", value: menu },
    wifi: { summary: "WiFi credentials: a JSON object serialised into a string", value: wifi },
  },
  makes: `${path}/{id}`,
  success: {
    status: 201,
    description: "The code with its picture.",
    json: createdCodeSchema,
    headers: {
      Location: {
        description: "The address of the new code; absent with `dryRun=true`.",
        example: "https://quietzone.example/api/v1/qr-codes/0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35",
        always: false,
      },
    },
  },
  errors: [...drawingErrors, ...slugErrors, "quota_exceeded"],
});

export const listQrCodes = contractOf({
  id: "listQrCodes",
  method: "GET",
  path,
  tag,
  access: read,
  summary: "List codes",
  description:
    "A page of the codes of this account and environment, without the pictures of their logos. A page beyond the last is empty. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.",
  query: codeListQuery,
  success: { status: 200, description: "A page of codes.", json: codePageSchema },
  errors: ["validation_failed"],
});

export const getQrCode = contractOf({
  id: "getQrCode",
  method: "GET",
  path: `${path}/{id}`,
  tag,
  access: read,
  summary: "Get a code",
  description: "The code with its scans in short.",
  params: codeParams,
  success: { status: 200, description: "The code.", json: storedCodeSchema },
  errors: ["not_found"],
});

export const updateQrCode = contractOf({
  id: "updateQrCode",
  method: "PUT",
  path: `${path}/{id}`,
  tag,
  access: write,
  summary: "Change a code",
  description:
    "Changes name, content, slug, domain, tags, note, `archived`, `publicImage` and settings; what is left out stays, and a member of `settings` that is null goes back to its default. Other members are ignored, so that an answer may be sent back; `type` and `isDynamic` must then be as they are. New content on a static code warns, because what is printed does not change.",
  params: codeParams,
  body: codeChangeSchema,
  bodyExamples: {
    content: { summary: "Another target", value: { content: "https://example.com/menu/summer" } },
    slug: { summary: "Another path; the one before stays valid", value: { slug: "autumn-menu" } },
    rules: {
      summary: "For 500 scans until the end of May, then to another address",
      value: {
        settings: {
          expiresAt: "2030-05-31T22:00:00Z",
          maxScans: 500,
          fallbackUrl: "https://example.com/too-late",
        },
      },
    },
    look: {
      summary: "Another colour, the size by default",
      value: { settings: { size: null, color: { dark: "#0F766E" } } },
    },
  },
  success: { status: 200, description: "The code as it is now, with its picture.", json: drawnCodeSchema },
  errors: [
    ...drawingErrors,
    "immutable_field",
    ...slugErrors,
    "quota_exceeded",
    "plan_required",
    "alias_limit",
    "not_found",
  ],
});

export const deleteQrCode = contractOf({
  id: "deleteQrCode",
  method: "DELETE",
  path: `${path}/{id}`,
  tag,
  access: write,
  summary: "Delete a code",
  description:
    "Deletes the code and everything that belongs to it. Printed copies of a dynamic code lead nowhere then.",
  params: codeParams,
  success: { status: 204, description: "It is gone." },
  errors: ["not_found"],
});

export const createQrCodes = contractOf({
  id: "createQrCodes",
  method: "POST",
  path: `${path}/bulk`,
  tag,
  access: write,
  isBulk: true,
  summary: "Create up to 100 codes",
  description:
    "Every item is judged by itself: all valid ones are stored in one step though others fail. `created` and `errors` keep the order of the request. When the quota is reached midway, the rest is refused with `quota_exceeded`. An item whose picture can't be drawn because the service is busy is refused with `unavailable`; when none can be drawn, the call is 503. Send the same request with the same `Idempotency-Key` again and the items that are missing are created. With `dryRun=true` nothing is stored.",
  query: dryRunQuery,
  body: bulkRequestSchema,
  bodyExamples: { two: { summary: "Two codes", value: { qrCodes: [menu, wifi] } } },
  success: {
    status: 201,
    otherwise: { status: 200, description: "No item could be stored; `errors` says why." },
    description: "At least one code was stored.",
    json: bulkAnswerSchema,
  },
  errors: ["quota_exceeded", "validation_failed", "bulk_limit_exceeded"],
});

export const deleteQrCodes = contractOf({
  id: "deleteQrCodes",
  method: "DELETE",
  path: `${path}/bulk`,
  tag,
  access: write,
  isBulk: true,
  maxBodyBytes: 64_000,
  summary: "Delete up to 100 codes",
  description: "Deletes those that exist, in one step, and names those that do not.",
  body: bulkDeletionRequestSchema,
  bodyExamples: {
    one: { summary: "One code", value: { qrCodeIds: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"] } },
  },
  success: {
    status: 200,
    description: "What was deleted, and what was not there.",
    json: bulkDeletionSchema,
  },
  errors: ["validation_failed", "bulk_limit_exceeded"],
});

export const getQrCodeImage = contractOf({
  id: "getQrCodeImage",
  method: "GET",
  path: `${path}/{id}/image`,
  tag,
  access: read,
  summary: "The picture of a code",
  description:
    "The code drawn from its settings as PNG, SVG or PDF, as wide as it is stored or as `size` says. A PNG has at least the code's `minSize`; SVG and PDF have any size.",
  params: codeParams,
  query: codeImageQuery,
  success: {
    status: 200,
    description: "The picture.",
    file: ["image/png", "image/svg+xml", "application/pdf"],
    headers: {
      "Content-Disposition": {
        description: "A file name made of the code's name.",
        example: "inline; filename=\"Menu, table 4.png\"; filename*=UTF-8''Menu%2C%20table%204.png",
        always: true,
      },
      ETag: {
        description: "For conditional requests, which are answered 304 while the picture is the same.",
        example: 'W/"3q2-7wAvZkXoB1Yd"',
        always: true,
      },
      "Cache-Control": {
        description: "To be asked for again each time.",
        example: "no-store",
        always: true,
      },
    },
  },
  errors: ["validation_failed", "content_too_long", "size_too_small", "not_found"],
});

export const listTargets = contractOf({
  id: "listTargets",
  method: "GET",
  path: `${path}/{id}/targets`,
  tag,
  access: read,
  summary: "What a code led to",
  description:
    "The history of where a dynamic code leads: its content, `settings.fallbackUrl` and `settings.routes` of now and the last 100 targets before, each as they were together, with the time since when and the user or key by whom. A change of any makes an entry; other settings make none. A static code has the current one alone.",
  params: codeParams,
  success: { status: 200, description: "The targets, newest first.", json: targetListSchema },
  errors: ["not_found"],
});

export const restoreTarget = contractOf({
  id: "restoreTarget",
  method: "POST",
  path: `${path}/{id}/targets/{targetId}/restore`,
  tag,
  access: write,
  summary: "Lead to an earlier target again",
  description:
    "Gives a dynamic code the content of an earlier target, and the `settings.fallbackUrl` and `settings.routes` that it had beside it or none; other settings stay. It is a change like that of PUT, with the same checks and the same answer, and stands in the history itself.",
  params: targetParams,
  success: { status: 200, description: "The code as it is now, with its picture.", json: drawnCodeSchema },
  errors: [...drawingErrors, "quota_exceeded", "not_found"],
});

export const resolveQrCode = contractOf({
  id: "resolveQrCode",
  method: "POST",
  path: `${path}/{id}/resolve`,
  tag,
  access: read,
  summary: "Try where a code leads",
  description:
    "Where the code would lead a visit of this kind, and by which rule of `settings.routes`. No scan is recorded, and no query is passed.",
  params: codeParams,
  body: resolveSchema,
  isBodyOptional: true,
  bodyExamples: {
    phone: {
      summary: "An iPhone in Portugal on a Friday evening",
      value: {
        userAgent:
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
        country: "PT",
        language: "pt-PT,pt;q=0.9",
        at: "2027-03-05T19:30:00Z",
      },
    },
  },
  success: { status: 200, description: "Where it leads.", json: resolutionSchema },
  errors: ["validation_failed", "not_found"],
});

export const qrCodeContracts: readonly Contract[] = [
  createQrCode,
  listQrCodes,
  getQrCode,
  updateQrCode,
  deleteQrCode,
  createQrCodes,
  deleteQrCodes,
  getQrCodeImage,
  listTargets,
  restoreTarget,
  resolveQrCode,
];
