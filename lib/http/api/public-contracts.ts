import { z } from "zod";
import { publicImageQuery } from "@/lib/codes/schema";
import {
  adHocImageQuery,
  publicCodeOptions,
  publicCodeQuery,
  publicCodeRequest,
  publicCodeResource,
  shortCodeSchema,
} from "@/lib/public-codes/schema";
import { type Contract, contractOf } from "../contract";
import { descriptionSchema, openApiHeaders, openApiSchema } from "./description";
import { recordPublicGoal } from "./goal-contracts";

const path = "/api/public/qr-codes";
const tag = "Public QR codes";

/** Everything that drawing from a client's content can be refused for. */
const drawingErrors = [
  "validation_failed",
  "invalid_content",
  "invalid_url",
  "content_too_long",
  "size_too_small",
  "rate_limited",
  "unavailable",
] as const;

export const getPublicQrCode = contractOf({
  id: "getPublicQrCode",
  method: "GET",
  path,
  tag,
  access: "public",
  limit: "public",
  summary: "Describe the interface, or generate a basic QR code",
  description:
    "Without any query parameter: a description of this interface, which counts against no limit. With query parameters: generates a code with default settings (no colours, logo or frame), stores its image for 24 hours and answers as POST does. Unknown parameters are ignored; a known one sent twice is refused. `size`, `dark`, `light`, `quietZone` and `format` have no effect here, and each that is sent is answered with the warning `parameter_ignored`: `/image` takes them.",
  query: publicCodeQuery,
  ignores: ["size", "dark", "light", "quietZone", "format"],
  success: { status: 200, description: "The generated code.", json: publicCodeResource },
  bare: { description: "The description, when there is no query parameter.", json: descriptionSchema },
  errors: ["invalid_request", ...drawingErrors, "misdirected_request"],
});

const longCached = { description: "24 hours.", example: "public, max-age=86400, immutable", always: true };

export const getPublicQrCodeImage = contractOf({
  id: "getPublicQrCodeImage",
  method: "GET",
  path: `${path}/image`,
  tag,
  access: "public",
  limit: "public",
  summary: "A picture by its address alone",
  description:
    "Answers the picture itself, for `<img src>`, `=IMAGE()` in a spreadsheet and Markdown; stores nothing. Counts as a call that draws a code, HEAD too; a request whose `If-None-Match` names the picture is 304 and does not count. A picture with colours or a small quiet zone is decoded before it is returned. Unknown parameters are ignored; a known one sent twice is refused.",
  query: adHocImageQuery,
  success: {
    status: 200,
    description: "The picture.",
    file: ["image/png", "image/svg+xml"],
    headers: {
      "Cache-Control": longCached,
      ETag: {
        description: "For conditional requests. The same parameters have the same one.",
        example: '"Zk3vT0bW3nR7sYc1dEf4kq"',
        always: true,
      },
    },
  },
  errors: ["invalid_request", ...drawingErrors, "contrast_too_low", "not_scannable", "misdirected_request"],
});

export const getPublicImage = contractOf({
  id: "getPublicImage",
  method: "GET",
  path: "/i/{file}",
  tag,
  access: "public",
  summary: "The public image of a stored code",
  description:
    "The picture behind the `imageUrl` of a code with `publicImage`: `<short code>.png` of a dynamic code, `<id>.png` of a static one, or with `.svg`. It is 404 as soon as the code's owner switches it off, or the code is suspended or deleted. Caches may keep it for five minutes. 60 pictures are drawn in a minute for one IP address (IPv6: one /64); those that were drawn a moment ago are not counted.",
  params: z.object({
    file: z.string().meta({
      pattern: "^[A-Za-z0-9_-]{1,64}\\.(?:png|svg)$",
      description: "Short code or id of the code, with `.png` or `.svg`.",
      examples: ["aZ09bY18.png"],
    }),
  }),
  query: publicImageQuery,
  success: {
    status: 200,
    description: "The picture.",
    file: ["image/png", "image/svg+xml"],
    redirects: "A slug of the code, a former one too, leads to its picture.",
    headers: {
      "Cache-Control": { description: "Five minutes.", example: "public, max-age=300", always: true },
      ETag: {
        description: "For conditional requests, which are answered 304. It changes with the picture.",
        example: '"Zk3vT0bW3nR7sYc1dEf4kqZk3vT0bW3nR7sYc1dEf4k"',
        always: true,
      },
    },
  },
  errors: [
    "invalid_request",
    "validation_failed",
    "size_too_small",
    "not_found",
    "rate_limited",
    "unavailable",
    "misdirected_request",
  ],
});

export const createPublicQrCode = contractOf({
  id: "createPublicQrCode",
  method: "POST",
  path,
  tag,
  access: "public",
  limit: "public",
  summary: "Generate a QR code",
  description:
    "Draws a code, returns it as a PNG data URL and stores the image for 24 hours behind `imageUrl`. Unknown body members are ignored; a member named twice is refused. An image with a logo, shapes or colours of its own is decoded from its finished pixels before it is returned. The X-RateLimit headers tell what is left of 100 calls per hour that draw a code for one IP address (IPv6: one /64), GET, POST and pictures by address together; refused calls count, except those refused with 429.",
  query: publicCodeOptions,
  body: publicCodeRequest,
  bodyExamples: {
    address: {
      summary: "A web address",
      value: { type: "url", content: "https://example.com/menu", name: "Table 4" },
    },
    wifi: {
      summary: "WiFi credentials: a JSON object serialised into a string",
      value: { type: "wifi", content: '{"ssid":"Guests","password":"quiet-zone-4","security":"WPA2"}' },
    },
    contact: {
      summary: "A contact card in colour, with a frame",
      value: {
        type: "contact",
        content:
          '{"firstName":"Ada","lastName":"Lovelace","phone":"+44 20 7946 0000","email":"ada@example.com"}',
        settings: {
          size: 512,
          color: { dark: "#0F172A", light: "#FFFFFF" },
          frame: { style: "rounded", color: "#0F766E", size: 24 },
        },
      },
    },
  },
  success: { status: 200, description: "The generated code.", json: publicCodeResource },
  errors: [
    "invalid_request",
    ...drawingErrors,
    "contrast_too_low",
    "invalid_logo",
    "not_scannable",
    "payload_too_large",
    "unsupported_media_type",
    "request_timeout",
    "misdirected_request",
  ],
});

export const viewPublicQrCode = contractOf({
  id: "viewPublicQrCode",
  method: "GET",
  path: `${path}/view/{shortCode}`,
  tag,
  access: "public",
  summary: "The image behind imageUrl",
  description:
    "The very PNG that was generated, for 24 hours; afterwards 404. Counts against no limit. Caches may keep it for 24 hours from when they fetched it, so a cache can outlive the link.",
  params: z.object({ shortCode: shortCodeSchema }),
  success: {
    status: 200,
    description: "The image.",
    file: "image/png",
    headers: {
      "Cache-Control": longCached,
      ETag: {
        description: "For conditional requests, which are answered 304.",
        example: '"aZ09bY18cX27"',
        always: true,
      },
      "X-QR-Type": { description: "Type of the content.", example: "url", always: true },
      "X-QR-Content": {
        description:
          "The content: verbatim where it is printable ASCII without spaces at its edges, of at most 4,096 bytes; else percent-encoded as X-QR-Content-Encoding says; left out above 8 KB.",
        example: "https://example.com/menu",
        always: false,
      },
      "X-QR-Content-Encoding": {
        description: "`percent-utf8` where X-QR-Content is encodeURIComponent of the content.",
        example: "percent-utf8",
        always: false,
      },
    },
  },
  errors: ["not_found", "unavailable"],
});

export const describePublicInterface = contractOf({
  id: "describePublicInterface",
  method: "GET",
  path: `${path}/openapi.json`,
  tag,
  access: "public",
  summary: "This document",
  description: "The OpenAPI 3.1 description of the public interface. Counts against no limit.",
  success: {
    status: 200,
    description: "An OpenAPI 3.1 document.",
    json: openApiSchema,
    headers: openApiHeaders,
  },
  errors: ["misdirected_request"],
});

export const publicContracts: readonly Contract[] = [
  getPublicQrCode,
  createPublicQrCode,
  getPublicQrCodeImage,
  viewPublicQrCode,
  getPublicImage,
  recordPublicGoal,
  describePublicInterface,
];
