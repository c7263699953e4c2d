import type { ErrorCode } from "@/lib/platform/errors";

export interface ErrorEntry {
  status: number;
  title: string;
  /** When it is answered. */
  meaning: string;
  /** What the caller does about it; also the `hint` of an answer that brings none of its own. */
  remedy: string;
}

/** Errors of status 400: what the request itself has wrong. */
export const requestFaults = {
  invalid_request: {
    status: 400,
    title: "The request cannot be read",
    meaning:
      "The body is not JSON in UTF-8, is nested more than 32 levels deep, names a member twice or has more than 5,000 values (a bulk call: 100,000); or the query has broken percent-escapes. JSON that is no object is `validation_failed`.",
    remedy: "Send one valid JSON object, encoded as UTF-8, with each member named once.",
  },
  validation_failed: {
    status: 400,
    title: "A value is missing or not allowed",
    meaning:
      "One or more fields are missing, of the wrong type or outside their bounds. `details` lists every one with its bounds.",
    remedy: "Correct the fields listed in details and send the request again.",
  },
  invalid_content: {
    status: 400,
    title: "The content does not fit its type",
    meaning:
      "A structured content string (wifi, contact, email, sms, vcard) is not a JSON object, lacks a required key or holds a value that cannot be encoded.",
    remedy:
      "Change what details names. Content of type wifi or contact is a JSON object serialised into a string.",
  },
  invalid_url: {
    status: 400,
    title: "The address is not an absolute web address",
    meaning: "Content of type url is an absolute address with the scheme http or https.",
    remedy: "Send a whole address that begins with https:// or http://, without spaces or backslashes.",
  },
  content_too_long: {
    status: 400,
    title: "The content does not fit a QR code",
    meaning:
      "Content has at most 4,096 characters, an address 2,048, and once encoded at most 2,953 bytes at level L, 2,331 at M, 1,663 at Q and 1,273 at H (a logo needs H).",
    remedy: "Shorten the content, leave out the logo, or ask for a lower error correction level.",
  },
  size_too_small: {
    status: 400,
    title: "The image is too small for its content",
    meaning:
      "A module of the code, quiet zone included, needs at least 2 pixels, and a PNG of a stored code its `minSize`. `details` names the smallest size that serves as `min`.",
    remedy: "Use at least the size given as min in details, or shorten the content.",
  },
  contrast_too_low: {
    status: 400,
    title: "The colours are too alike",
    meaning:
      "The WCAG contrast ratio of dark and light is under 1.5, or their hues differ but hardly their brightness, which is all that readers see.",
    remedy:
      "Choose a darker dark or a lighter light, with at least the ratio given as min in details; 3 or more draws without a warning.",
  },
  invalid_logo: {
    status: 400,
    title: "The logo cannot be used",
    meaning:
      "A logo is one still PNG, JPEG or WebP picture as a base64 data URL, at most 512 KiB decoded and 2,048 by 2,048 pixels.",
    remedy:
      "Send data:image/png;base64,… (or jpeg, webp) with a picture of that very format within the limits.",
  },
  not_scannable: {
    status: 400,
    title: "The finished image does not scan",
    meaning:
      "Every image with a logo, shapes or colours of its own is decoded from its finished pixels before it leaves. This one did not give its content back.",
    remedy:
      "Change the setting named in details: a smaller logo, stronger contrast, square modules or a larger size.",
  },
  immutable_field: {
    status: 400,
    title: "This field cannot be changed",
    meaning:
      "`type` and `isDynamic` of a stored code, `environment` and `expiresAt` of a key are set when it is created.",
    remedy: "Leave the field out or send its present value; create a new code or key to have another.",
  },
  bulk_limit_exceeded: {
    status: 400,
    title: "Too many items in one call",
    meaning: "A bulk call takes 1 to 100 items.",
    remedy: "Split the items over several calls of at most 100.",
  },
  webhook_url_not_public: {
    status: 400,
    title: "The webhook address is not public",
    meaning:
      "The address of a webhook does not lead to public addresses alone, or leads to this service itself. Which it is of a name's addresses is not told.",
    remedy: "Use an https address that anyone on the internet can reach.",
  },
} satisfies Partial<Record<ErrorCode, ErrorEntry>>;
