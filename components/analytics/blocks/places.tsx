"use client";

import { useState } from "react";
import { BarList, type BarRow } from "../../charts/bar-list";

interface PlacesProps {
  countries: readonly BarRow[];
  cities: readonly BarRow[];
  totals: { countries: number; cities: number };
  country: string | undefined;
  city: string | undefined;
  emptyNote: string;
}

export function Places({ countries, cities, totals, country, city, emptyNote }: PlacesProps) {
  const [isCities, setCities] = useState(city !== undefined);
  const hasCities = cities.length > 0;
  const showsCities = hasCities && isCities;
  const choice = hasCities && (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Places by</legend>
      {[false, true].map((isCity) => (
        <button
          key={String(isCity)}
          type="button"
          aria-pressed={showsCities === isCity}
          onClick={() => setCities(isCity)}
          className="h-7 rounded-medium px-2 text-small text-ink-2 hover:bg-canvas aria-pressed:bg-accent-tint aria-pressed:text-ink touch:min-h-11"
        >
          {isCity ? "Cities" : "Countries"}
        </button>
      ))}
    </fieldset>
  );
  return (
    <BarList
      id="places"
      title="Places"
      rows={showsCities ? cities : countries}
      total={showsCities ? totals.cities : totals.countries}
      chosen={showsCities ? city : country}
      emptyNote={emptyNote}
      choice={choice}
    />
  );
}
