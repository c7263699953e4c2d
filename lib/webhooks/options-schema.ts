import { z } from "zod";
import { tagName } from "@/lib/platform/schema-fields";
import { sortTags } from "@/lib/platform/tags";

const maxFilterCodes = 100;
const maxFilterTags = 20;
const maxHeaders = 5;
const maxHeaderName = 64;
const maxHeaderValue = 1_024;

const filterShape = {
  qrCodeIds: z
    .array(z.string().meta({ format: "uuid" }))
    .max(maxFilterCodes)
    .optional()
    .meta({
      description: `Ids of codes of this account and environment, at most ${maxFilterCodes}.`,
      examples: [["019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72"]],
    }),
  tags: z
    .array(tagName)
    .max(maxFilterTags)
    .overwrite(sortTags)
    .optional()
    .meta({
      description: `At most ${maxFilterTags} tags, which a code has at the moment of the event.`,
      examples: [["summer"]],
    }),
};

export const filterField = z.object(filterShape).nullable().meta({
  description:
    "Limits `qr.*` and `scan.created` to codes with one of these ids or one of these tags. Null, or empty lists: all codes. Other types of events are not filtered.",
});

export const storedFilterField = z.object(filterShape).nullable().meta({
  description: "The codes whose `qr.*` and `scan.created` events it gets; null: all codes.",
});
export type WebhookFilter = z.infer<typeof storedFilterField>;

/** What answers show in place of a header's value. No value that may be stored looks like it. */
export const maskedValue = "••••••••";

const value = z
  .string()
  .regex(
    new RegExp(`^(?:[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${maxHeaderValue - 2}}[\\x21-\\x7e])?|${maskedValue})$`),
    `must have 1 to ${maxHeaderValue.toLocaleString("en")} visible ASCII characters, with spaces only between them`,
  );

/** A token of RFC 9110, section 5.6.2. */
const token = new RegExp(`^[!#$%&'*+.^_\`|~0-9A-Za-z-]{1,${maxHeaderName}}$`);

/** Those of one connection (RFC 9110, section 7.6.1), and those that say how the body is sent. */
const connectionHeaders = [
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
/** Set by the service itself. */
const ownHeaders = ["content-type", "date", "traceparent", "tracestate", "user-agent"];
const refusedNames = new Set([...connectionHeaders, ...ownHeaders]);
const refusedPrefix = /^(?:proxy-|webhook-|x-webhook-)/;

function findNameFault(name: string): { code: string; message: string } | null {
  if (!token.test(name)) {
    const message = `must have a name of 1 to ${maxHeaderName} letters, digits or characters of !#$%&'*+-.^_\`|~`;
    return { code: "invalid_name", message };
  }
  const lower = name.toLowerCase();
  if (!refusedNames.has(lower) && !refusedPrefix.test(lower)) return null;
  return { code: "reserved", message: "is set by the service or its connection; choose another name" };
}

const headersRecord = z
  .record(z.string().meta({ pattern: token.source }), value)
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > maxHeaders) {
      const message = `must have at most ${maxHeaders} headers`;
      context.addIssue({ code: "custom", message, params: { code: "too_many", max: maxHeaders } });
    }
    const seen = new Set<string>();
    for (const name of names) {
      const isRepeated = seen.has(name.toLowerCase());
      const repeated = { code: "repeated", message: "is given twice, in capitals and in small letters" };
      const fault = isRepeated ? repeated : findNameFault(name);
      seen.add(name.toLowerCase());
      if (fault === null) continue;
      const { code, message } = fault;
      context.addIssue({ code: "custom", path: [name], message, params: { code } });
    }
  })
  .meta({
    description: `Headers that are sent with every delivery, at most ${maxHeaders}: names of up to ${maxHeaderName} characters, values of up to ${maxHeaderValue.toLocaleString("en")} visible ones. \`Authorization\` is allowed; headers of the connection (\`Host\`, \`Transfer-Encoding\`, …) and those that we set (\`Content-Type\`, \`User-Agent\`, \`webhook-…\`, \`x-webhook-…\`) are not. Stored encrypted.`,
    examples: [{ Authorization: "Bearer 4f0c8e1b7a9d" }],
  });

/** A record drops the member `__proto__` before its checks see it. */
export const headersField = z.preprocess((given, context) => {
  if (typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__")) {
    const message = "is not allowed as the name of a header; choose another name";
    context.addIssue({ code: "custom", path: ["__proto__"], message, params: { code: "invalid_name" } });
  }
  return given;
}, headersRecord);

export const maskedHeadersField = z.record(z.string(), z.string()).meta({
  description: `The names of the headers that are sent with every delivery. Their values are masked as \`${maskedValue}\`.`,
  examples: [{ Authorization: maskedValue }],
});
