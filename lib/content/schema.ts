/** Content types of the authenticated interface; the public one has the first four. */
export const contentTypes = ["url", "wifi", "contact", "text", "email", "sms", "vcard"] as const;
export type ContentType = (typeof contentTypes)[number];
export const publicContentTypes = [
  "url",
  "wifi",
  "contact",
  "text",
] as const satisfies readonly ContentType[];

/** Longest `content` before encoding, in Unicode code points (decisions §1), as names and JSON Schema count. */
export const maxContentLength = 4_096;

/** Longest address of a `url` code or of a `url` member, in UTF-16 code units. */
export const maxUrlLength = 2_048;

export interface EncodedContent {
  payload: string;
  /** Only of type `url`: the address as a browser normalises it (WHATWG `href`), for redirects and look-ups. */
  canonicalUrl?: string;
}

export interface PostalAddress {
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
}

export interface Phone {
  /** Lower case: `cell`, `work`, `home`, `fax` …; absent when the card does not say. */
  type?: string;
  number: string;
}

/** A contact card as it was read. */
export interface Card {
  /** The name as one would write it on an envelope (`FN`). */
  displayName?: string;
  firstName?: string;
  lastName?: string;
  organization?: string;
  title?: string;
  phones: Phone[];
  emails: string[];
  url?: string;
  /** A string where the card keeps the whole address in one piece. */
  address?: string | PostalAddress;
  note?: string;
  /** YYYY-MM-DD, or as the card writes it when that is no plain date. */
  birthday?: string;
}

/** What a payload means, as a reader on a phone would show it. Every card, whatever made it, is a `contact`. */
export type ParsedContent =
  | { type: "url"; url: string }
  | { type: "text"; text: string }
  | { type: "wifi"; ssid: string; password?: string; security: string; hidden: boolean }
  | ({ type: "contact" } & Card)
  | { type: "email"; to: string[]; subject?: string; body?: string; cc: string[]; bcc: string[] }
  | { type: "sms"; phone: string; message?: string };
