import { unknown } from "../visit";

/** A country as a history has scans of it. */
export interface Country {
  /** ISO 3166-1 alpha-2, or "Unknown". */
  code: string;
  /** Scans of a thousand. */
  share: number;
  /** Where most of its people live, for the time of day. */
  zone: string;
  /** Share of its phones that are iPhones. */
  iPhones: number;
  /** City and its scans of the country's hundred; the rest is in no city that is known. */
  cities: readonly (readonly [name: string, share: number])[];
}

/**
 * Code, share, zone, iPhones, then cities. Shares of cities and of iPhones are near those of the statistics offices and of web
 * statistics.
 */
const table = `
DE 214 Europe/Berlin 0.39: Berlin 17, Hamburg 10, Munich 9, Cologne 7, Frankfurt am Main 5, Stuttgart 4, Leipzig 4
US 151 America/Chicago 0.57: New York 13, Los Angeles 8, Chicago 6, Houston 5, San Francisco 4, Austin 3, Seattle 3, Portland 2
GB 103 Europe/London 0.51: London 24, Birmingham 6, Manchester 6, Glasgow 4, Leeds 4, Bristol 3
FR 87 Europe/Paris 0.37: Paris 21, Marseille 7, Lyon 6, Toulouse 5, Nice 4, Bordeaux 3
ES 71 Europe/Madrid 0.26: Madrid 19, Barcelona 15, Valencia 7, Seville 5, Bilbao 3
IT 58 Europe/Rome 0.33: Rome 15, Milan 13, Naples 7, Turin 6, Bologna 3
NL 44 Europe/Amsterdam 0.42: Amsterdam 16, Rotterdam 10, The Hague 7, Utrecht 6
AT 39 Europe/Vienna 0.41: Vienna 29, Graz 8, Linz 5, Salzburg 5
CH 37 Europe/Zurich 0.56: Zurich 17, Geneva 9, Basel 8, Bern 6
BR 36 America/Sao_Paulo 0.18: São Paulo 17, Rio de Janeiro 9, Brasília 4, Salvador 3
PL 25 Europe/Warsaw 0.2: Warsaw 17, Kraków 8, Wrocław 7
PT 22 Europe/Lisbon 0.3: Lisbon 24, Porto 15, Braga 4
MX 18 America/Mexico_City 0.24: Mexico City 19, Guadalajara 7, Monterrey 7
IN 17 Asia/Kolkata 0.05: Mumbai 13, Delhi 12, Bengaluru 11, Hyderabad 6
CA 15 America/Toronto 0.6: Toronto 20, Montreal 13, Vancouver 9, London 2
JP 12 Asia/Tokyo 0.67: Tokyo 27, Osaka 11, Yokohama 6
AU 11 Australia/Sydney 0.58: Sydney 24, Melbourne 23, Brisbane 11
SE 9 Europe/Stockholm 0.53: Stockholm 25, Gothenburg 11, Malmö 6
AR 7 America/Argentina/Buenos_Aires 0.13: Buenos Aires 31, Córdoba 8
TR 6 Europe/Istanbul 0.19: Istanbul 31, Ankara 11
KR 4 Asia/Seoul 0.27: Seoul 32, Busan 8
ZA 4 Africa/Johannesburg 0.16: Johannesburg 21, Cape Town 18
Unknown 10 Europe/Berlin 0.4`;

export const countries: readonly Country[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [facts = "", names = ""] = line.split(": ");
    const [code = "", share, zone = "", iPhones] = facts.split(" ");
    const cities = [...names.matchAll(/([^,]+) (\d+)(?:, |$)/g)].map(
      ([, name = "", part]) => [name, Number(part)] as const,
    );
    return { code, share: Number(share), zone, iPhones: Number(iPhones), cities };
  });

/** What of a country's scans is in no city by name. */
export const placesOf = ({ cities }: Country): readonly (readonly [city: string, share: number])[] => {
  const named = cities.reduce((sum, [, share]) => sum + share, 0);
  return [...cities, [unknown, 100 - named]];
};
