import type { ScanEvent } from "@/lib/scans/schema";
import { sayCountry } from "../../ui/country";

/** "Oslo, Norway", as far as it is known; null where nothing is. */
export function placeOf({ city, country }: Pick<ScanEvent, "city" | "country">): string | null {
  const land = country === "Unknown" ? null : sayCountry(country);
  const known = [city === "Unknown" ? null : city, land].filter((part) => part !== null);
  return known.length === 0 ? null : known.join(", ");
}
