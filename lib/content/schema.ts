/** Content types of the authenticated interface; the public one has the first four. */
export const contentTypes = ["url", "wifi", "contact", "text", "email", "sms", "vcard"] as const;
export type ContentType = (typeof contentTypes)[number];
export const publicContentTypes = ["url", "wifi", "contact", "text"] as const satisfies readonly ContentType[];

/** Longest `content` before encoding, in UTF-16 code units (decisions §1). */
export const maxContentLength = 4_096;
