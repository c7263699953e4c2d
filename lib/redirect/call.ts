import { env } from "@/lib/platform/env";

/** A call of a short URL as a plain value, so that the front and Next's route handler answer by the same function. */
export interface Call {
  method: string;
  /** As it stands in the request line, without the query. */
  path: string;
  /** Names in lower case. The headers that `GEO_COUNTRY_HEADER` and `GEO_CITY_HEADER` name only where they may be believed. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Vetted; empty where it is not known. */
  clientAddress: string;
  requestId: string;
}

/** Headers by which browsers say that they fetch ahead of a person's wish. */
const purposes = ["purpose", "sec-purpose", "x-purpose", "x-moz"] as const;

export function readText(headers: Call["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

export function readPurpose(headers: Call["headers"]): string | undefined {
  let purpose: string | undefined;
  for (const name of purposes) {
    const value = readText(headers, name);
    if (value !== undefined) purpose = purpose === undefined ? value : `${purpose}, ${value}`;
  }
  return purpose;
}

/** What a proxy of the operator's says of the place; an empty country where it could name one and does not. */
export function readPlace(headers: Call["headers"]): {
  country?: string | undefined;
  city?: string | undefined;
} {
  const { geoCountryHeader, geoCityHeader } = env;
  return {
    country: geoCountryHeader === undefined ? undefined : (readText(headers, geoCountryHeader) ?? ""),
    city: geoCityHeader === undefined ? undefined : readText(headers, geoCityHeader),
  };
}
