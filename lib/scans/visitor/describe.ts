import { normalizeAddress } from "@/lib/platform/ip-address";
import type { Exclusion, Visitor } from "../visit";
import { cleanAgent, readAgent } from "./agent";
import { hashVisitor } from "./hash";
import { findPlace, openDatabases } from "./places";
import { salts } from "./salts";

/** What of a request to a short URL tells who came. */
export interface VisitRequest {
  method: string;
  userAgent?: string | undefined;
  /** `Purpose`, `Sec-Purpose`, `X-Purpose` and `X-Moz`, joined. */
  purpose?: string | undefined;
  /** Vetted by the process in front; empty where it is not known. */
  clientAddress: string;
  /** What the platform's headers say of the place; present only when they may be believed. */
  country?: string | undefined;
  city?: string | undefined;
}

/** What of a request tells from where somebody signs in. */
type OriginRequest = Pick<VisitRequest, "userAgent" | "clientAddress" | "country">;

/** From where somebody signs in: labels alone, no address. */
export type Origin = Pick<Visitor, "device" | "os" | "browser" | "country">;

/** Makes ready what every visit asks for. Throws a SettingsError where a database that the operator names can't be used. */
export async function openPlaces(): Promise<void> {
  await openDatabases();
  await salts.open(new Date());
}

/**
 * Crops a request to all that is kept of it, and tells whether it is a person's scan. The address is used here and goes
 * no further: neither it nor a hash of it alone is part of the value.
 *
 * @param now the instant whose day's salt is used.
 */
export async function describeVisitor(
  request: VisitRequest,
  now = new Date(),
): Promise<{ visitor: Visitor; excluded: Exclusion | null }> {
  const clientAddress = normalizeAddress(request.clientAddress) ?? "";
  const userAgent = cleanAgent(request.userAgent ?? "");
  const agent = readAgent(userAgent);
  const [salt, place] = await Promise.all([salts.find(now), findPlace({ ...request, clientAddress })]);
  const { device, os, browser } = agent;
  const visitor = hashVisitor(salt, clientAddress, userAgent);
  return {
    visitor: { visitor, device, os, browser, country: place.country, city: place.city, userAgent },
    excluded: exclude(request, agent.automaton),
  };
}

/** Crops a request of somebody who signs in to what they can know it by again. */
export async function describeOrigin(request: OriginRequest): Promise<Origin> {
  const clientAddress = normalizeAddress(request.clientAddress) ?? "";
  const { device, os, browser } = readAgent(cleanAgent(request.userAgent ?? ""));
  const { country } = await findPlace({ clientAddress, country: request.country });
  return { device, os, browser, country };
}

const fetchedAhead = /\b(?:prefetch|prerender)\b/i;
/** Safari draws the tiles of its start page this way. */
const fetchedAsPicture = /\bpreview\b/i;

function exclude({ method, purpose }: VisitRequest, automaton: "bot" | "preview" | null): Exclusion | null {
  if (method === "HEAD") return "head";
  if (purpose === undefined) return automaton;
  if (fetchedAhead.test(purpose)) return "prefetch";
  return fetchedAsPicture.test(purpose) ? "preview" : automaton;
}
