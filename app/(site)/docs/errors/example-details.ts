import type { ErrorCode, ErrorDetail } from "@/lib/platform/errors";

export const exampleDetails: Partial<Record<ErrorCode, ErrorDetail[]>> = {
  validation_failed: [
    {
      field: "type",
      code: "not_allowed",
      message: 'type must be one of "url", "wifi", "contact" and "text"',
      allowed: ["url", "wifi", "contact", "text"],
    },
    {
      field: "settings.size",
      code: "out_of_range",
      message: "settings.size must be between 64 and 1024",
      min: 64,
      max: 1024,
    },
  ],
  invalid_content: [
    {
      field: "content.ssid",
      code: "required",
      message: "content.ssid is required: the name of the network, 1 to 32 bytes",
      min: 1,
      max: 32,
    },
  ],
  invalid_url: [
    {
      field: "content",
      code: "not_allowed",
      message: "content must start with http:// or https://",
      allowed: ["http", "https"],
    },
  ],
  content_too_long: [
    {
      field: "content",
      code: "too_long",
      message: "content must have at most 4096 characters; this one has 5000",
      min: 1,
      max: 4096,
      actual: 5000,
    },
  ],
  size_too_small: [
    {
      field: "settings.size",
      code: "size_too_small",
      message:
        "settings.size must be at least 114 for this content: its code is 57 modules wide with the quiet zone, and each needs 2 pixels",
      min: 114,
    },
  ],
  contrast_too_low: [
    {
      field: "settings.color",
      code: "contrast_too_low",
      message: "settings.color has a contrast of 1.16 (#EEEEEE on #FFFFFF) and must have at least 1.5",
      min: 1.5,
      actual: 1.16,
    },
  ],
  not_scannable: [
    {
      field: "settings.logo.size",
      code: "not_scannable",
      message:
        "The finished image does not scan; change settings.logo.size: make the logo at most 61 pixels wide",
      max: 61,
    },
  ],
  invalid_logo: [
    {
      field: "settings.logo.dataUrl",
      code: "invalid_logo",
      message: "settings.logo.dataUrl must hold at most 512 KiB",
      reason: "too_large",
      max: 524288,
    },
  ],
  immutable_field: [
    {
      field: "isDynamic",
      code: "immutable_field",
      message: "isDynamic is false and cannot be changed; create a new code to have another",
    },
  ],
  bulk_limit_exceeded: [
    {
      field: "qrCodes",
      code: "too_long",
      message: "qrCodes must have 1 to 100 items; this one has 120",
      min: 1,
      max: 100,
      actual: 120,
    },
  ],
  slug_reserved: [
    { field: "slug", code: "slug_reserved", message: "slug is a reserved word; choose another one" },
  ],
  alias_limit: [
    {
      field: "slug",
      code: "alias_limit",
      message:
        "the short URL can't change again: the code has 10 aliases. Use one of them, or create another code",
      max: 10,
    },
  ],
  domain_not_verified: [
    {
      field: "domain",
      code: "domain_not_verified",
      message: "domain must be the host of a verified domain of the account",
    },
  ],
  slug_taken: [{ field: "slug", code: "slug_taken", message: "slug is taken; choose another one" }],
  webhook_url_not_public: [
    {
      field: "url",
      code: "not_public",
      message: "url must be an address that everybody on the internet can reach",
    },
  ],
  insufficient_permission: [
    {
      field: "Authorization",
      code: "insufficient_permission",
      message: "The key lacks the permission qr:write",
      requiredPermission: "qr:write",
    },
  ],
  quota_exceeded: [
    {
      field: "codes",
      code: "quota_exceeded",
      message: "All 500 codes of Developer are used. They go on working. Delete one to make room.",
      limit: 500,
      used: 500,
    },
  ],
};
