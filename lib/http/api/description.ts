import { z } from "zod";
import { maxContentLength, publicContentTypes } from "@/lib/content/schema";
import { publicApiVersion } from "@/lib/public-codes/schema";
import { eyeShapes, frameStyles, moduleShapes } from "@/lib/qr/schema";
import { limits } from "../rate-limits";

const uri = () => z.string().meta({ format: "uri" });

/** Answer of GET /api/public/qr-codes without query parameters. */
export const descriptionSchema = z
  .object({
    name: z.string(),
    version: z.string().meta({ examples: [publicApiVersion] }),
    description: z.string(),
    documentation: uri().meta({ description: "The reference for people." }),
    openapi: uri().meta({ description: "The machine-readable description." }),
    authentication: z.string(),
    endpoints: z.array(
      z.object({ method: z.string(), path: z.string(), url: z.string(), description: z.string() }),
    ),
    parameters: z
      .record(
        z.string(),
        z.object({ required: z.boolean(), description: z.string(), allowed: z.array(z.string()).optional() }),
      )
      .meta({ description: "Query parameters of the generating GET." }),
    contentTypes: z.record(z.string(), z.object({ description: z.string(), example: z.string() })),
    settings: z.record(z.string(), z.string()).meta({ description: "Settings of POST, in words." }),
    limits: z.object({
      requestsPerHour: z.int(),
      countedBy: z.string(),
      imageLifetimeHours: z.int(),
      contentCharacters: z.int(),
      bodyBytes: z.int(),
      logoBytes: z.int(),
      sizePixels: z.object({ min: z.int(), max: z.int(), default: z.int() }),
    }),
    examples: z.array(z.object({ description: z.string(), request: z.string() })),
    errors: uri().meta({ description: "Every error code, with its remedy." }),
  })
  .meta({ id: "PublicInterfaceDescription" });

/** What the public interface is and how to call it, for a person or an agent that meets it for the first time. */
export function describeInterface(baseUrl: string): z.infer<typeof descriptionSchema> {
  const path = "/api/public/qr-codes";
  const url = `${baseUrl}${path}`;
  return {
    name: "Quietzone public QR code interface",
    version: publicApiVersion,
    description:
      "Generates QR codes for addresses, text, WiFi credentials and contact cards. Each answer holds the PNG as a data URL and a link that serves it for 24 hours.",
    documentation: `${baseUrl}/docs`,
    openapi: `${url}/openapi.json`,
    authentication: "None. Any origin may call it.",
    endpoints: [
      {
        method: "GET",
        path,
        url,
        description: "This description; with query parameters, a code with default settings.",
      },
      { method: "POST", path, url, description: "A code with settings of your own, from a JSON body." },
      {
        method: "GET",
        path: `${path}/image`,
        url: `${url}/image`,
        description:
          "The picture itself, by content (or data), type, format, size, dark, light and quietZone in the query.",
      },
      {
        method: "GET",
        path: `${path}/view/{shortCode}`,
        url: `${url}/view/{shortCode}`,
        description: "The PNG, for 24 hours.",
      },
      {
        method: "GET",
        path: `${path}/openapi.json`,
        url: `${url}/openapi.json`,
        description: "OpenAPI 3.1.",
      },
    ],
    parameters: {
      type: { required: true, description: "What the content is.", allowed: [...publicContentTypes] },
      content: {
        required: true,
        description: "URL-encoded content; for wifi and contact a JSON object serialised into a string.",
      },
      data: { required: false, description: "Another name for content; send one of the two." },
      grade: {
        required: false,
        description: "true adds scannability, a score from 0 to 100.",
        allowed: ["true", "false"],
      },
    },
    contentTypes: {
      url: {
        description: "An absolute http or https address, at most 2,048 characters.",
        example: "https://example.com/menu",
      },
      text: { description: "Plain text.", example: "Table 4, ring twice" },
      wifi: {
        description: "JSON with ssid and, as needed, password, security and hidden; or a WIFI: payload.",
        example: '{"ssid":"Guests","password":"quiet-zone-4","security":"WPA2"}',
      },
      contact: {
        description:
          "JSON with firstName, lastName or organization and, as needed, phone, email, title, url, address and note; or a vCard.",
        example: '{"firstName":"Ada","lastName":"Lovelace","email":"ada@example.com"}',
      },
    },
    settings: {
      size: "64 to 1024 pixels; 256 unless the content needs more",
      "color.dark, color.light": "#RGB or #RRGGBB; #000000 on #FFFFFF",
      "frame.style": frameStyles.join(", "),
      "frame.color, frame.size": "a colour; 1 to 100 pixels, at most a quarter of size",
      "logo.enabled, logo.dataUrl, logo.size":
        "a PNG, JPEG or WebP as a base64 data URL; 16 pixels to 30 % of size",
      "modules.shape": moduleShapes.join(", "),
      "eyes.shape, eyes.color": `${eyeShapes.join(", ")}; a colour`,
      "transparent, errorCorrectionLevel, quietZone": "true or false; L, M, Q or H; 2 to 10 modules",
    },
    limits: {
      requestsPerHour: limits.public.limit,
      countedBy: "IP address (IPv6: one /64), generating GET and POST and pictures by address together",
      imageLifetimeHours: 24,
      contentCharacters: maxContentLength,
      bodyBytes: 1_048_576,
      logoBytes: 524_288,
      sizePixels: { min: 64, max: 1024, default: 256 },
    },
    examples: [
      {
        description: "An address",
        request: `curl '${url}?type=url&content=https%3A%2F%2Fexample.com%2Fmenu'`,
      },
      {
        description: "A picture for an <img> element",
        request: `<img src="${url}/image?content=https%3A%2F%2Fexample.com%2Fmenu&amp;size=512">`,
      },
      {
        description: "A larger code in colour",
        request: `curl -X POST '${url}' -H 'Content-Type: application/json' -d '{"type":"text","content":"Hello","settings":{"size":512,"color":{"dark":"#0F172A"}}}'`,
      },
    ],
    errors: `${baseUrl}/docs/errors`,
  };
}

/** An OpenAPI document, as far as its contract promises. */
export const openApiSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
});

/** Headers of a description: the same until another version of the service runs. */
export const openApiHeaders = {
  ETag: {
    description: "For conditional requests, which are answered 304.",
    example: '"Zk3vT0bW3nR7sYc1dEf4kq"',
    always: true,
  },
  "Cache-Control": { description: "5 minutes.", example: "public, max-age=300", always: true },
};
